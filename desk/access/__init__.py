"""Who may do what at the desk: roles, accounts, sessions, invitations, tickets. After handlers."""
