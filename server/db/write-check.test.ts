import { expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { createWriteCheck, noteWriteFailure } from './write-check.ts';

test('a write that was refused counts for five seconds, and a check then asks the database again', async () => {
	// In the past: whoever checks after this test shall not hear of it.
	const beganMs = performance.now() - 10_000;
	let nowMs = beganMs;
	vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
	let asked = 0;
	const pool = { query: async () => (asked += 1) };
	const check = createWriteCheck({
		database: { pool } as unknown as Database,
		config: { databaseUrl: 'postgres://elsewhere', dataDir: '' },
	});
	await check();
	noteWriteFailure(Object.assign(new Error('duplicate'), { code: '23505' }));
	nowMs = beganMs + 1_100;
	await check();
	noteWriteFailure(Object.assign(new Error('No space left on device'), { code: '53100' }));
	for (const laterMs of [1_100, 4_900]) {
		nowMs = beganMs + 1_100 + laterMs;
		await expect(check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
	}
	nowMs = beganMs + 1_100 + 5_910;
	await check();
	expect(asked).toBe(5);
	nowMs += 500;
	await check();
	expect(asked).toBe(5);
});
