import { getSeller } from '#server/domain/gift-cards/shop.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import type { WithdrawalScope } from '#server/domain/withdrawals/decide.ts';
import { getWithdrawal } from '#server/domain/withdrawals/decide.ts';
import {
	type WithdrawalProps,
	withdrawalDecidedMail,
	withdrawalReceivedMail,
} from '#server/emails/withdrawals/statement.ts';
import { waitingWithdrawalMail } from '#server/emails/withdrawals/waiting.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Obsolete, type SourceOptions, source } from './source.ts';

/** A statement with its seller; undefined: it was removed. */
async function read(services: Services, ref: WithdrawalScope) {
	const { db } = services.database;
	try {
		const row = await getWithdrawal(db, ref);
		const [seller, { defaultTimeZone }] = await Promise.all([
			getSeller(services, ref.organisationId),
			getOrganisationSettings(db, ref.organisationId),
		]);
		return { row, seller, timeZone: defaultTimeZone || 'UTC' };
	} catch (error) {
		if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return undefined;
		throw error;
	}
}

/** @param isFirst the acknowledgement: as it was when it was received */
async function statement(
	services: Services,
	ref: WithdrawalScope,
	options: SourceOptions,
	isFirst: boolean,
): Promise<WithdrawalProps | Obsolete> {
	const found = await read(services, ref);
	if (!found) return { obsolete: 'The withdrawal is gone.' };
	const { row, seller, timeZone } = found;
	if (options.isForSending && row.email !== options.recipient) return { obsolete: 'The buyer was erased.' };
	const { name, email, reference, items, receivedAt, refundMinor, currency, decisionNote } = row;
	return {
		...{ organiser: seller.name, timeZone, name, email, reference, items, receivedAt, refundMinor },
		currency: currency ?? 'EUR',
		state: isFirst && row.obstacle !== null ? 'received' : row.state,
		note: decisionNote,
	};
}

export const withdrawalReceivedSource = source({
	template: withdrawalReceivedMail,
	load: (services, ref: WithdrawalScope, options) => statement(services, ref, options, true),
});

export const withdrawalDecidedSource = source({
	template: withdrawalDecidedMail,
	load: (services, ref: WithdrawalScope, options) => statement(services, ref, options, false),
});

/** A pending withdrawal. Dropped once it is decided. */
export const waitingWithdrawalSource = source({
	template: waitingWithdrawalMail,
	async load(services, ref: WithdrawalScope, options) {
		const found = await read(services, ref);
		if (!found) return { obsolete: 'The withdrawal is gone.' };
		const { row, seller, timeZone } = found;
		if (options.isForSending && row.state !== 'received') return { obsolete: 'It was decided.' };
		const { appUrl } = services.config;
		const { name, reference, receivedAt } = row;
		return {
			...{ organiser: seller.name, name, reference, receivedAt, timeZone },
			link: `${appUrl}/money/withdrawals?organisation=${ref.organisationId}`,
			settingsLink: `${appUrl}/settings/notifications`,
		};
	},
});
