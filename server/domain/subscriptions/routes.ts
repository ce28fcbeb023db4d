import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { handle, type Route } from '#server/http/handler.ts';
import { networksOf } from '#server/platform/network.ts';
import type { Services } from '#server/services.ts';
import {
	chargeAdminPlan as chargeContract,
	listAdminPlans as plansContract,
} from '#shared/contracts/admin-money.ts';
import * as fees from '#shared/contracts/fee-invoices.ts';
import { getPlanLimits as limitsContract } from '#shared/contracts/plan-limits.ts';
import * as contract from '#shared/contracts/subscriptions.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { documentFile } from '../documents/file.ts';
import { chargeAdminPlan, listAdminPlans } from './admin-plans.ts';
import { getBill } from './bill-document.ts';
import { changePlanCard } from './commands/change-plan-card.ts';
import { grantPlan, passTime, updatePlanSetting } from './commands/change-settings.ts';
import { choosePlan } from './commands/choose-plan.ts';
import { endSubscription } from './commands/end-subscription.ts';
import { settleOpenPayment } from './commands/settle-open-payment.ts';
import { getFeeInvoice, listFeeInvoices } from './fees/queries.ts';
import { arePlansCharged, findSubscription, planIdOf } from './plan-state.ts';
import { getBillReadiness, getPlanLimits, getSubscription, listBills, presentAction } from './queries.ts';

const getGranted = async (services: Services, organisationId: string) => {
	const row = await findSubscription(services.database.db, organisationId);
	return {
		plan: planIdOf(row),
		grantedPlan: row?.grantedPlan ?? null,
		state: row?.state ?? ('none' as const),
	};
};

export const subscriptionRoutes: Route[] = [
	handle(contract.getSubscription, async ({ scope }, services) => {
		await settleOpenPayment(services, scope.organisationId);
		return getSubscription(services, scope.organisationId);
	}),
	handle(limitsContract, ({ scope }, services) => getPlanLimits(services, scope.organisationId)),
	handle(contract.choosePlan, async ({ scope, body, caller, context }, services) => {
		refuseStale(caller, services.clock.now());
		const chooser = {
			organisationId: scope.organisationId,
			email: caller.email,
			network: networksOf(context.address).wide,
			confirmationToken: body.confirmationToken,
			idempotencyKey: context.idempotencyKey,
		};
		await choosePlan(services, chooser, { plan: body.plan, every: body.every });
		return getSubscription(services, scope.organisationId);
	}),
	handle(contract.changeCard, async ({ scope, body, caller }, services) => {
		refuseStale(caller, services.clock.now());
		const nextAction = await changePlanCard(services, scope.organisationId, body.confirmationToken);
		const subscription = await getSubscription(services, scope.organisationId);
		return { ...subscription, nextAction: nextAction ? presentAction(nextAction) : null };
	}),
	handle(contract.endSubscription, async ({ scope }, services) => {
		await endSubscription(services, scope.organisationId);
		return getSubscription(services, scope.organisationId);
	}),
	handle(contract.listBills, async ({ scope, query }, services) => {
		const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 1)[0];
		if (before !== undefined && !isUuid(before))
			throw fieldError('cursor', message`Ask for the first page again.`);
		const rows = await listBills(services, scope.organisationId, { limit: query.limit, before });
		return pageOf(
			rows,
			query.limit,
			(row) => row,
			(row) => [row.id],
		);
	}),
	handle(contract.getBillFile, async ({ scope, params }, services) =>
		documentFile(
			await getBill(services.database.db, { organisationId: scope.organisationId, billId: params.bill }),
		),
	),
	handle(fees.listFeeInvoices, ({ scope, query }, services) =>
		listFeeInvoices(services.database.db, scope.organisationId, query),
	),
	handle(fees.getFeeInvoiceFile, async ({ scope, params }, services) =>
		documentFile(
			await getFeeInvoice(services.database.db, {
				organisationId: scope.organisationId,
				documentId: params.document,
			}),
		),
	),
	handle(contract.passTime, async ({ scope, body }, services) => {
		await passTime(services, scope.organisationId, body.days);
		return getSubscription(services, scope.organisationId);
	}),
	handle(contract.getPlans, async (_, services) => ({
		areCharged: await arePlansCharged(services.database.db),
	})),
	handle(contract.updatePlanSetting, ({ body }, services) => updatePlanSetting(services, body.areCharged)),
	handle(contract.getBillReadiness, (_, services) => getBillReadiness(services.database.db)),
	handle(contract.grantPlan, async ({ params, body }, services) => {
		await grantPlan(services, params.organisation, body.plan);
		return getGranted(services, params.organisation);
	}),
	handle(plansContract, ({ query }, services) => listAdminPlans(services, query)),
	handle(chargeContract, ({ params }, services) => chargeAdminPlan(services, params.organiser)),
	handle(contract.getGrantedPlan, ({ params }, services) => getGranted(services, params.organisation)),
];
