import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { savedMethods } from '#server/db/tables/payments.ts';
import type { GatewaySetup } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getAccountById } from '../queries.ts';
import { type AgreementRow, getSavedMethod, type SavedMethodRow } from './agreement-record.ts';

const ofMethod = ({ organisationId, id }: SavedMethodRow) =>
	and(eq(savedMethods.organisationId, organisationId), eq(savedMethods.id, id));

const accountOf = async (db: DbOrTx, { accountId }: SavedMethodRow) =>
	accountId === null ? null : (await getAccountById(db, accountId)).providerAccount;

/**
 * Saves another card for an agreement without a payment: the next periods are charged to it. Where the payer's bank asks them to confirm it,
 * the card before stays until they have (`settleCardChange`).
 * @returns what the payer has to do; null: the card is saved
 * @throws AppError 402 with a code PAYMENT_* when it was declined; SERVICE_UNAVAILABLE
 */
export async function changeCard(
	services: Services,
	agreement: AgreementRow,
	card: { confirmationToken: string; returnUrl: string },
): Promise<GatewaySetup['nextAction']> {
	const { database, gateway } = services;
	const { organisationId, savedMethodId } = agreement;
	const method = await getSavedMethod(database.db, { organisationId, savedMethodId });
	let setup: GatewaySetup;
	try {
		setup = await gateway.saveMethod({
			...card,
			key: `setup:${method.id}:${hash('sha256', card.confirmationToken)}`,
			account: await accountOf(database.db, method),
			customerId: method.providerCustomer,
		});
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		if (error.failure.kind === 'declined') throw new AppError(error.failure.code);
		throw error.failure.kind === 'refused'
			? new AppError('PAYMENT_INVALID_CARD', { cause: error })
			: new AppError('SERVICE_UNAVAILABLE', { cause: error });
	}
	await database.db.update(savedMethods).set({ setupId: setup.id }).where(ofMethod(method));
	await applySetup(services, { ...method, setupId: setup.id }, setup);
	if (setup.status === 'failed') throw new AppError(setup.failure?.code ?? 'PAYMENT_CARD_DECLINED');
	return setup.nextAction;
}

/** Asks the provider for a card whose payer's bank had to confirm it; the answer is applied once. @throws GatewayError */
export async function settleCardChange(services: Services, agreement: AgreementRow): Promise<void> {
	const { organisationId, savedMethodId } = agreement;
	await settleSetup(services, await getSavedMethod(services.database.db, { organisationId, savedMethodId }));
}

async function settleSetup(services: Services, method: SavedMethodRow): Promise<void> {
	if (method.setupId === null || method.gateway !== services.gateway.name) return;
	const account = await accountOf(services.database.db, method);
	await applySetup(services, method, await services.gateway.getSetup({ account, setupId: method.setupId }));
}

/** An event of the provider about a card that is being saved. @returns false when none waits for it */
export async function settleSetupEvent(services: Services, setupId: string): Promise<boolean> {
	const [method] = await services.database.db
		.select()
		.from(savedMethods)
		.where(and(eq(savedMethods.gateway, services.gateway.name), eq(savedMethods.setupId, setupId)));
	if (!method) return false;
	await settleSetup(services, method);
	return true;
}

/** Moves the saved card to what was set up, unless another one was begun meanwhile; the card before is forgotten at the provider. */
async function applySetup(services: Services, method: SavedMethodRow, setup: GatewaySetup): Promise<void> {
	if (setup.status !== 'succeeded' && setup.status !== 'failed' && setup.status !== 'canceled') return;
	const isSaved = setup.status === 'succeeded' && setup.customerId === method.providerCustomer;
	const [moved] = await services.database.db
		.update(savedMethods)
		.set({
			setupId: null,
			...(isSaved && {
				providerMethod: setup.methodId,
				brand: setup.card?.brand ?? null,
				last4: setup.card?.last4 ?? null,
			}),
			updatedAt: sql`now()`,
		})
		.where(and(ofMethod(method), eq(savedMethods.setupId, setup.id)))
		.returning();
	if (!moved || !isSaved || method.providerMethod === null || method.providerMethod === moved.providerMethod)
		return;
	await services.gateway
		.removeMethod({
			key: `remove:${method.providerMethod}`,
			account: await accountOf(services.database.db, method),
			methodId: method.providerMethod,
		})
		.catch((error) => services.log.warn({ error }, 'payments.method-not-removed'));
}
