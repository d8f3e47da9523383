"""The pages and data of tournaments that players and the public see. After answers."""
