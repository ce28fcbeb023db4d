import { eq, sql } from 'drizzle-orm';
import { operatorSettings } from '#server/db/tables/content.ts';
import type { Services } from '#server/services.ts';
import type { Operator } from '#shared/contracts/content.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import type { Placeholders } from '#shared/rules/rich-text.ts';
import { retryWaitingBills } from '../subscriptions/due-bills.ts';

const nobody: Operator = {
	name: '',
	address: '',
	email: '',
	phone: '',
	jurisdiction: '',
	securityContact: '',
	countryCode: '',
	taxNumber: '',
	taxBasisPoints: 0,
	taxNote: '',
	version: 0,
};

/** Who runs this installation; empty until an administrator said so. */
export async function getOperator(services: Services): Promise<Operator> {
	const [row] = await services.database.db.select().from(operatorSettings);
	if (!row) return nobody;
	const { id: _1, updatedAt: _2, wholeTaxBasisPoints: _3, ...operator } = row;
	return operator;
}

/** Says who runs it. */
export async function updateOperator(
	services: Services,
	input: Omit<Operator, 'version'>,
	ifMatch: number | undefined,
): Promise<Operator> {
	return services.database.transaction(async (tx) => {
		await tx.insert(operatorSettings).values({ id: 1, version: 0 }).onConflictDoNothing();
		const [row] = await tx.select().from(operatorSettings).where(eq(operatorSettings.id, 1)).for('update');
		if (ifMatch !== undefined && row && row.version !== ifMatch) throw versionConflict(row.version);
		const [saved] = await tx
			.update(operatorSettings)
			.set({ ...input, version: sql`${operatorSettings.version} + 1`, updatedAt: services.clock.now() })
			.where(eq(operatorSettings.id, 1))
			.returning();
		await retryWaitingBills(tx, null);
		const {
			id: _1,
			updatedAt: _2,
			wholeTaxBasisPoints: _3,
			...operator
		} = saved as typeof operatorSettings.$inferSelect;
		return operator;
	});
}

/** What browsers load from others: the card form, where the payment provider has one of its own. */
const thirdPartiesOf = ({ gateway, config }: Services) =>
	gateway.name === 'stripe'
		? {
				third_parties: 'nothing from third parties but the card form of Stripe, where you pay by card',
				card_form:
					'The card form is Stripe’s own: where you pay by card, your browser loads it from Stripe, which learns your network address and sets cookies to recognise fraud.',
			}
		: {
				third_parties: 'nothing from third parties',
				card_form: `The card form is part of ${config.productName}.`,
			};

/** What the placeholders in texts stand for. A page never shows an empty place: it says how to ask instead. */
export async function placeholdersOf(services: Services): Promise<Placeholders> {
	const { config } = services;
	const operator = await getOperator(services);
	const email = operator.email || (config.isSupportEmailSet ? config.supportEmail : '');
	const form = `${config.appUrl}/contact`;
	return {
		product: config.productName,
		operator: operator.name || `the operator of ${new URL(config.appUrl).host}`,
		operator_address: operator.address || 'on request',
		operator_phone: operator.phone || 'not given',
		support_email: email || 'the contact form',
		support_mailto: email ? `mailto:${email}` : '/contact',
		jurisdiction:
			operator.jurisdiction ||
			`The law of the country in which ${operator.name || 'the operator'} is established applies.`,
		security_contact: operator.securityContact || email || form,
		app_url: config.appUrl,
		...thirdPartiesOf(services),
	};
}
