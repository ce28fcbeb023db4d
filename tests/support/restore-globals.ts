import { afterAll, vi } from 'vitest';
import './cheap-hashes.ts';

/** Files share a process (vitest.config.ts), so each puts back the globals and timers that it replaced. */
afterAll(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});
