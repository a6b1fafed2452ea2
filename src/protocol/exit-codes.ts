/**
 * A runner that exits with this code asks its supervisor to start it again at once; 0 means that it stays
 * stopped.
 */
export const RESTART_EXIT_CODE = 75
