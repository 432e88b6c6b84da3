/** What the status of a NetworkPolicy is: it stands in many dumps, and nothing reads it. */
export const STALE_STATUS = "servers 1.24 to 1.27 wrote it, later ones reject it, and it does nothing";
