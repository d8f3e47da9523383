"""Why a round of the Burstein System is paired as it is."""
