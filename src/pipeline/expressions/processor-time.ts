/** What `process.cpuUsage` and `process.threadCpuUsage` tell, in milliseconds. */
export const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
