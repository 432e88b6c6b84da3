/** How long a server is waited for; times in milliseconds. */
export interface Patience {
  /** How long nothing may arrive. */
  readonly idle: number;
  /** How often a request is sent before the run gives up. */
  readonly attempts: number;
  /** Before the second attempt; doubled before each further one. */
  readonly firstPause: number;
  /** The longest pause, also where the server asks for a longer one. */
  readonly longestPause: number;
  /** How often a list is begun anew, because the server no longer knows the state that its first page showed. */
  readonly restarts: number;
}

/**
 * Times are in milliseconds: an answer may pause for half a minute, and is asked for five times with pauses up to 20
 * s.
 */
export const DEFAULT_PATIENCE: Patience = {
  idle: 30_000,
  attempts: 5,
  firstPause: 500,
  longestPause: 20_000,
  restarts: 3,
};
