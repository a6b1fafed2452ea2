import { readFileSync } from 'node:fs'
import { manifestPath } from './installation.ts'

const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { version: string }

/** The product's version, of server and runner alike. */
export const productVersion = manifest.version

/**
 * Release of the IANA time-zone data that schedules and expressions go by, as in `2026c`: those in Node, or
 * in the folder that ICU_TIMEZONE_FILES_DIR names.
 */
export const timeZoneDataVersion: string = process.versions['tz'] ?? 'unknown'
