"""The figures of a year of many tournaments, asked of a mirror or a lake. After exports."""
