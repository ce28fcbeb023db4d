import { handle, type Route } from '#server/http/handler.ts';
import { CardRefused, cardRefusals } from '#server/platform/payments/test-gateway/confirmation-tokens.ts';
import type { Services } from '#server/services.ts';
import * as admin from '#shared/contracts/admin-payments.ts';
import * as contract from '#shared/contracts/payments.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type TrialAct, trialActs } from '#shared/rules/payment-states.ts';
import { disconnectAccount, getPaymentAccount, openAccount, refreshAccount } from './account.ts';
import { getAllFigures, listAllPayments, listProviderEvents, retryProviderEvent } from './admin-lists.ts';
import { receiveEvent } from './events.ts';
import { findAccount } from './queries.ts';
import { getPaymentSettings, updatePaymentSettings } from './settings.ts';
import { listTrials, runTrial } from './trial.ts';

/** The built-in gateway; not found where a real one is in use. */
function testGateway({ testGateway: gateway }: Services) {
	if (!gateway) throw notFound('Test mode');
	return gateway;
}

const isTrial = (act: string): act is TrialAct => trialActs.some((one) => one === act);

export const paymentRoutes: Route[] = [
	handle(contract.getPaymentAccount, ({ scope }, services) =>
		getPaymentAccount(services, scope.organisationId),
	),
	handle(contract.openPaymentAccount, ({ scope, body, caller }, services) =>
		openAccount(services, {
			organisationId: scope.organisationId,
			country: body.country,
			email: caller.email,
		}),
	),
	handle(contract.refreshPaymentAccount, ({ scope }, services) =>
		refreshAccount(services, scope.organisationId),
	),
	handle(contract.disconnectPaymentAccount, async ({ scope }, services) => {
		await disconnectAccount(services, scope.organisationId);
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
	handle(contract.getPaymentSettings, ({ scope }, services) =>
		getPaymentSettings(services.database.db, scope.organisationId),
	),
	handle(contract.updatePaymentSettings, ({ scope, body, context }, services) =>
		updatePaymentSettings(services, scope.organisationId, { input: body, ifMatch: context.ifMatch }),
	),
	handle(admin.listAdminPayments, ({ query }, services) => listAllPayments(services, query)),
	handle(admin.getAdminPaymentFigures, (_input, services) => getAllFigures(services)),
	handle(admin.listProviderEvents, ({ query }, services) => listProviderEvents(services, query)),
	handle(admin.retryProviderEvent, ({ params }, services) =>
		retryProviderEvent(services, params.providerEvent),
	),
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
