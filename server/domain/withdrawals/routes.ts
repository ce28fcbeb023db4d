import { handle, type Route } from '#server/http/handler.ts';
import { languageFor } from '#server/platform/messages.ts';
import * as contracts from '#shared/contracts/withdrawals.ts';
import { requireFresh } from '../orders/commands/refund-order.ts';
import { acceptWithdrawal, declineWithdrawal } from './decide.ts';
import type { Subject } from './found.ts';
import { listWithdrawals, showWithdrawal } from './list.ts';
import { readOffer } from './offer.ts';
import { getWithdrawalSeller } from './sellers.ts';
import { submitByLink, submitByNumber } from './submit.ts';

/** What buyers and members do about withdrawals. */
export const withdrawalRoutes: Route[] = [
	handle(contracts.getWithdrawalPage, async ({ params }, services) => {
		const { name, slug } = await getWithdrawalSeller(services, params.slug);
		return { organiser: { name, slug } };
	}),
	handle(contracts.sendWithdrawal, async ({ params, body, context }, services) => {
		const { id } = await getWithdrawalSeller(services, params.slug);
		const locale = languageFor(context.acceptLanguage);
		const receivedAt = await submitByNumber(services, id, { ...body, locale }, context);
		return { receivedAt: receivedAt.toISOString() };
	}),
	handle(contracts.getOrderWithdrawal, ({ order }, services) =>
		readOffer(services, { kind: 'order', ...order }),
	),
	handle(contracts.withdrawFromOrder, async ({ order, body, context }, services) => {
		const subject: Subject = { kind: 'order', ...order };
		await submitByLink(services, subject, { ...body, locale: languageFor(context.acceptLanguage) });
		return readOffer(services, subject);
	}),
	handle(contracts.getPurchaseWithdrawal, ({ purchase }, services) =>
		readOffer(services, { kind: 'gift_cards', ...purchase }),
	),
	handle(contracts.withdrawFromPurchase, async ({ purchase, body, context }, services) => {
		const subject: Subject = { kind: 'gift_cards', ...purchase };
		await submitByLink(services, subject, { ...body, locale: languageFor(context.acceptLanguage) });
		return readOffer(services, subject);
	}),
	handle(contracts.listWithdrawals, ({ scope, query }, services) =>
		listWithdrawals(services, scope.organisationId, query),
	),
	handle(contracts.acceptWithdrawal, async ({ scope, params, body, caller }, services) => {
		const which = { organisationId: scope.organisationId, withdrawalId: params.withdrawal };
		await acceptWithdrawal(services, which, {
			...{ note: body?.note ?? '', userId: caller.userId },
			requireAmount: requireFresh(services, caller),
		});
		return showWithdrawal(services.database.db, which);
	}),
	handle(contracts.declineWithdrawal, async ({ scope, params, body, caller }, services) => {
		const which = { organisationId: scope.organisationId, withdrawalId: params.withdrawal };
		await declineWithdrawal(services, which, { note: body.note, userId: caller.userId });
		return showWithdrawal(services.database.db, which);
	}),
];
