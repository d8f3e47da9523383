"""What a front end shows for each question. After render."""
