import { type Caller, handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import { CardRefused, cardRefusals } from '#server/platform/payments/test-gateway/confirmation-tokens.ts';
import type { Services } from '#server/services.ts';
import * as money from '#shared/contracts/admin-money.ts';
import * as admin from '#shared/contracts/admin-payments.ts';
import * as contract from '#shared/contracts/payments.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type TrialAct, trialActs } from '#shared/rules/payment-states.ts';
import { refuseStale } from '../accounts/sessions.ts';
import {
	asUnavailable,
	disconnectAccount,
	getPaymentAccount,
	openAccount,
	refreshAccount,
} from './account.ts';
import {
	getAllFigures,
	getAnyPayment,
	hastenLatePayments,
	listAllPayments,
	listProviderEvents,
	retryProviderEvent,
	setAsideProviderEvent,
} from './admin-lists.ts';
import { receiveEvent } from './events.ts';
import { listAllDifferences, listFailedRefunds, retryFailedRefund } from './failed-refunds.ts';
import { changerOf } from './payment-details.ts';
import { confirmPendingDetails, readPaymentSettings, withdrawPendingDetails } from './pending-details.ts';
import { findAccount } from './queries.ts';
import { updatePaymentSettings } from './settings.ts';
import { settlePayment } from './settle.ts';
import { listTrials, runTrial } from './trial.ts';

/** The built-in gateway; not found where a real one is in use. */
function testGateway({ testGateway: gateway }: Services) {
	if (!gateway) throw notFound('Test mode');
	return gateway;
}

const isTrial = (act: string): act is TrialAct => trialActs.some((one) => one === act);

const readerOf = (scope: OrganisationScope, { userId }: Caller) => ({
	organisationId: scope.organisationId,
	userId,
	rights: rightsOf(scope),
});

export const paymentRoutes: Route[] = [
	handle(contract.getPaymentAccount, ({ scope }, services) =>
		getPaymentAccount(services, scope.organisationId),
	),
	handle(contract.openPaymentAccount, ({ scope, body, caller, context }, services) => {
		// The provider's form asks where payouts go.
		refuseStale(caller, services.clock.now());
		return openAccount(services, {
			organisationId: scope.organisationId,
			country: body.country,
			email: caller.email,
			by: changerOf(caller, context),
		});
	}),
	handle(contract.refreshPaymentAccount, ({ scope }, services) =>
		refreshAccount(services, scope.organisationId),
	),
	handle(contract.disconnectPaymentAccount, async ({ scope, caller, context }, services) => {
		refuseStale(caller, services.clock.now());
		await disconnectAccount(services, scope.organisationId, changerOf(caller, context));
		return undefined;
	}),
	handle(contract.testPaymentAccount, async ({ scope, body }, services) => {
		const account = await findAccount(services.database.db, scope.organisationId);
		const providerAccount = account?.providerAccount;
		if (!account || !providerAccount)
			throw ruleViolation('payment-account-missing', message`Open a payment account first.`);
		const provider = testGateway(services);
		const { act } = body;
		if (isTrial(act)) {
			await runTrial(services, provider, { ...account, providerAccount }, act);
			return getPaymentAccount(services, scope.organisationId);
		}
		await provider.act(providerAccount, act);
		return refreshAccount(services, scope.organisationId);
	}),
	handle(contract.listTrials, async ({ scope }, services) => {
		testGateway(services);
		return { data: await listTrials(services, scope.organisationId) };
	}),
	handle(contract.getPaymentSettings, ({ scope, caller }, services) =>
		readPaymentSettings(services.database.db, readerOf(scope, caller)),
	),
	handle(contract.updatePaymentSettings, async ({ scope, body, caller, context }, services) => {
		const by = changerOf(caller, context);
		await updatePaymentSettings(services, scope.organisationId, {
			input: body,
			ifMatch: context.ifMatch,
			by,
		});
		return readPaymentSettings(services.database.db, readerOf(scope, caller));
	}),
	handle(contract.confirmBankDetails, async ({ scope, body, caller, context }, services) => {
		const by = changerOf(caller, context);
		await confirmPendingDetails(services, scope.organisationId, { iban: body.iban, by });
		return readPaymentSettings(services.database.db, readerOf(scope, caller));
	}),
	handle(contract.withdrawBankDetails, async ({ scope, caller, context }, services) => {
		const isOwner = scope.role === 'owner';
		await withdrawPendingDetails(services, scope.organisationId, { isOwner, by: changerOf(caller, context) });
		return undefined;
	}),
	handle(admin.listAdminPayments, ({ query }, services) => listAllPayments(services, query)),
	handle(admin.getAdminPaymentFigures, (_input, services) => getAllFigures(services)),
	handle(admin.listProviderEvents, ({ query }, services) => listProviderEvents(services, query)),
	handle(admin.retryProviderEvent, ({ params }, services) =>
		retryProviderEvent(services, params.providerEvent),
	),
	handle(admin.setAsideProviderEvent, ({ params, body }, services) =>
		setAsideProviderEvent(services, params.providerEvent, body.note),
	),
	handle(money.checkAdminPayment, async ({ params: { payment } }, services) => {
		const { organisationId } = await getAnyPayment(services, payment);
		try {
			await settlePayment(services, { organisationId, paymentId: payment });
		} catch (error) {
			throw asUnavailable(error);
		}
		return getAnyPayment(services, payment);
	}),
	handle(money.checkLatePayments, (_input, services) => hastenLatePayments(services, money.MOST_CHECKED)),
	handle(money.listAdminDifferences, ({ query }, services) => listAllDifferences(services, query)),
	handle(money.listFailedRefunds, ({ query }, services) => listFailedRefunds(services, query)),
	handle(money.retryFailedRefund, ({ params }, services) => retryFailedRefund(services, params.refund)),
	handle(contract.receiveProviderEvent, async ({ params, signed }, services) => {
		if (params.gateway !== services.gateway.name) throw notFound('Gateway');
		await receiveEvent(services, { ...signed, endpoint: params.endpoint });
		return undefined;
	}),
	handle(contract.createConfirmationToken, async ({ body }, services) => {
		try {
			return await testGateway(services).createConfirmationToken(body);
		} catch (error) {
			if (!(error instanceof CardRefused)) throw error;
			const { field, code } = error;
			throw new AppError('PAYMENT_INVALID_CARD', {
				message: code,
				details: [{ field, message: cardRefusals[field], code: 'PAYMENT_INVALID_CARD' }],
			});
		}
	}),
];
