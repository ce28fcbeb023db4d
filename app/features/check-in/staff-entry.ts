import { api } from '#app/lib/api-client.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { openStaffAccess } from '#shared/contracts/staff.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isStaffToken } from '#shared/rules/staff-tokens.ts';
import { deviceKey, deviceName } from './device.ts';

/** The server's response to a code: the event, and access once a required PIN was entered. */
export type Entrance = ResultOf<typeof openStaffAccess>;

/**
 * Enters a door by the short code or the token of a link. Gives this device a token of its own, the same place each time.
 * @throws AppError with a sentence for people: wrong code, wrong PIN, too many devices, slowed down
 */
export function enterDoor(code: string, pin: string): Promise<Entrance> {
	return api.call(openStaffAccess, {
		body: { code, deviceName: deviceName(), deviceKey: deviceKey(), ...(pin ? { pin } : {}) },
		hasBearer: false,
	});
}

/** What a scanned or typed text leads to: a token or an address with one, or a code that people type; null for none of these. */
export function doorCodeOf(text: string): string | null {
	const address = /\/(?:scan|staff-scanner|staff-access)\/([\w-]+)/.exec(text);
	const code = address?.[1] ?? text.trim();
	if (isStaffToken(code)) return code;
	const typed = code.replaceAll(/[\s-]/g, '');
	return /^[0-9A-Za-z]{6,12}$/.test(typed) ? typed.toUpperCase() : null;
}

/** The next date of a series whose check-in is not open yet, as a refusal says it; null for any other refusal. */
export function dateNotOpen(error: unknown): { opensAt: string; timeZone: string } | null {
	if (!(error instanceof AppError) || error.metadata.rule !== 'date-not-open') return null;
	const { opensAt, timeZone } = error.metadata;
	return typeof opensAt === 'string' && typeof timeZone === 'string' ? { opensAt, timeZone } : null;
}
