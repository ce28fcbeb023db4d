import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/payouts.ts';
import { listDifferences, settleDifference } from './differences.ts';
import { answerDispute, giveUpDispute, listDisputes } from './dispute-answers.ts';
import { getPayoutContent, listPayouts } from './payout-queries.ts';

/** Where the money is: payouts, differences with the provider, disputes. */
export const moneyRoutes: Route[] = [
	handle(contract.listPayouts, ({ scope, query }, services) =>
		listPayouts(services.database.db, scope.organisationId, query),
	),
	handle(contract.getPayout, ({ scope, params, query }, services) =>
		getPayoutContent(
			services.database.db,
			{ organisationId: scope.organisationId, payoutId: params.payout },
			query,
		),
	),
	handle(contract.listDifferences, ({ scope }, services) =>
		listDifferences(services.database.db, scope.organisationId),
	),
	handle(contract.settleDifference, ({ scope, params, body, caller }, services) =>
		settleDifference(
			services,
			{ organisationId: scope.organisationId, itemId: params.item },
			{ note: body.note, userId: caller.userId },
		),
	),
	handle(contract.listDisputes, ({ scope, query }, services) =>
		listDisputes(services.database.db, scope.organisationId, query),
	),
	handle(contract.sendEvidence, ({ scope, params, body, context }, services) =>
		answerDispute(
			services,
			{ organisationId: scope.organisationId, disputeId: params.dispute, key: context.needKey() },
			{
				productDescription: body.product,
				serviceDate: body.serviceDate,
				refundPolicy: body.refundPolicy,
				other: body.explanation,
			},
		),
	),
	handle(contract.acceptDispute, ({ scope, params, context }, services) =>
		giveUpDispute(services, {
			organisationId: scope.organisationId,
			disputeId: params.dispute,
			key: context.needKey(),
		}),
	),
];
