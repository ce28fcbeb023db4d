import type { Services } from '#server/services.ts';
import type { WithdrawalOffer } from '#shared/contracts/withdrawals.ts';
import { getSeller } from '../gift-cards/shop.ts';
import { type Subject, subjectIdOf } from './found.ts';
import { findOrderSubject } from './order-subject.ts';
import { findPurchaseSubject } from './purchase-subject.ts';
import { findLast } from './submit.ts';

/**
 * The items that the buyer of an order or gift cards can withdraw from now, and earlier statements.
 * @throws not-found
 */
export async function readOffer(services: Services, subject: Subject): Promise<WithdrawalOffer> {
	const { organisationId } = subject;
	const [seller, found, last] = await Promise.all([
		getSeller(services, organisationId),
		subject.kind === 'order'
			? findOrderSubject(services, services.database.db, subject)
			: services.database.transaction((tx) => findPurchaseSubject(tx, subject)),
		findLast(services.database.db, organisationId, subjectIdOf(subject)),
	]);
	const { name, email, reference, currency, open } = found;
	return {
		...{ name, email, reference, currency, items: last?.state === 'received' ? [] : open },
		organiser: { name: seller.name, slug: seller.slug },
		last: last
			? {
					state: last.state,
					receivedAt: last.receivedAt.toISOString(),
					refundMinor: last.refundMinor,
					note: last.decisionNote,
				}
			: null,
	};
}
