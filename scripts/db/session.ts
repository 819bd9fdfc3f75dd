/** Settings of a new session: the platform's time zone, not that of the machine. */
export const NEW_SESSION = `reset role; reset all; set timezone = 'UTC'; set search_path = "$user", public, extensions`;
