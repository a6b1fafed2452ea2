import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Execution, Step } from '../../src/features/executions/schema.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import {
  aDataFolder,
  aPublishedProject,
  headrace,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'
