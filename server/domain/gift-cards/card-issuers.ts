import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { type Listener, listen } from '../facts.ts';
import { hasCards } from './use-card.ts';

interface Known {
	has: boolean;
	untilMs: number;
}

/** Cached settings of organisations: every page of an order that waits for its money asks. */
const knownIssuers = createPoolMemo((_: Pick<Services, 'database'>) => new Map<string, Known>());
const knownForMs = { has: 60_000, hasNot: 10_000 };
const mostRemembered = 10_000;

/** Whether an organisation has a gift card with something left, as far as is known: one that was issued elsewhere is seen after seconds. */
export async function isGiftCardIssuer(services: Services, organisationId: string): Promise<boolean> {
	const issuers = knownIssuers(services);
	const nowMs = performance.now();
	const known = issuers.get(organisationId);
	if (known && known.untilMs > nowMs) return known.has;
	if (issuers.size >= mostRemembered) issuers.clear();
	const has = await hasCards(services.database.db, organisationId);
	issuers.set(organisationId, { has, untilMs: nowMs + (has ? knownForMs.has : knownForMs.hasNot) });
	return has;
}

/** This process sees at once what it issues. */
export const issuerListeners: Listener[] = [
	listen({
		fact: 'gift-cards.issued',
		async inTransaction(_, { organisationId }, services) {
			if (organisationId !== null)
				knownIssuers(services).set(organisationId, {
					...{ has: true, untilMs: performance.now() + knownForMs.hasNot },
				});
		},
	}),
];
