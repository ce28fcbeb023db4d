import { expect, test } from 'vitest';
import type { ApiClient } from '#app/lib/api-client.ts';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { priceOffer } from './offer-price.ts';

const entry = {
	event: { id: 'event' },
	code: 'EARLY',
	offer: { ticketTypeId: 'seat', quantity: 2 },
} as unknown as WaitlistEntry;

/** Answers a price without a code, and with one what `refusal` says. */
const apiOf = (refusal?: Error): Pick<ApiClient, 'call'> => ({
	call: (async (_: unknown, { body }: { body: { code?: string } }) => {
		if (body.code && refusal) throw refusal;
		return { totalMinor: body.code ? 4_000 : 4_800, currency: 'EUR', hash: body.code ?? 'none' };
	}) as unknown as ApiClient['call'],
});

test('tickets are priced with the code that somebody joined with', async () => {
	expect(await priceOffer(apiOf(), 'token', entry)).toMatchObject({ totalMinor: 4_000, code: 'EARLY' });
});

test('a code that is no longer taken does not cost them the tickets', async () => {
	const refused = ruleViolation('code-refused', message`This code has ended.`);
	expect(await priceOffer(apiOf(refused), 'token', entry)).toMatchObject({ totalMinor: 4_800, code: '' });
});

test('what another guest paid is read without the code', async () => {
	const resale = { currency: 'EUR', pricesMinor: [2_400, 2_400] };
	const resold = { ...entry, offer: { ...entry.offer!, resale } };
	expect(await priceOffer(apiOf(), 'token', resold)).toMatchObject({ totalMinor: 4_800, code: '' });
});

test('another refusal leaves the price open', async () => {
	const refused = ruleViolation('offer-ended', message`This offer has ended.`);
	expect(await priceOffer(apiOf(refused), 'token', entry)).toBeNull();
});
