/**
 * Does `work` while no other work with this key is done, by this process or another. Throws
 * `service-unavailable` when its turn does not come in time. Work must not ask for another turn: two that
 * wait for each other would both fail.
 */
export type Exclusively = <T>(key: string, work: () => Promise<T>) => Promise<T>
