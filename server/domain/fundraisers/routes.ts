import { handle, type Route } from '#server/http/handler.ts';
import { getLiveTotal as getLiveTotalContract } from '#shared/contracts/fundraiser-live.ts';
import * as contracts from '#shared/contracts/fundraisers.ts';
import * as receiptContracts from '#shared/contracts/gift-receipts.ts';
import { presentDocument } from '../documents/queries.ts';
import { closeFundraiser, publishFundraiser } from './commands/change-state.ts';
import { hideMessage } from './commands/hide-message.ts';
import { addMatch, receiveMatch, updateMatch } from './commands/matches.ts';
import { moveDonation } from './commands/move-donation.ts';
import { addDonation, removeDonation } from './commands/offline-donations.ts';
import { saveFundraiser } from './commands/save-fundraiser.ts';
import { editUpdate, postUpdate, removeUpdate } from './commands/updates.ts';
import { exportDonations } from './export-donations.ts';
import { issueReceipts, listMissingReceipts } from './issue-receipts.ts';
import { getLiveTotal } from './live-total.ts';
import { presentMatch, presentUpdate } from './present.ts';
import {
	getFundraiser,
	getOverview,
	getOwnFundraiser,
	getShownDonation,
	listDonations,
	listUpdates,
	listWall,
} from './queries.ts';
import { issueDonationReceipt, issueYearReceipt } from './receipts.ts';

export const fundraiserRoutes: Route[] = [
	handle(contracts.getFundraiser, ({ params, context }, services) =>
		getFundraiser(services, params.event, context),
	),
	handle(getLiveTotalContract, ({ params, context }, services) =>
		getLiveTotal(services, params.event, context),
	),
	handle(contracts.getOverview, ({ scope }, services) => getOverview(services, scope)),
	handle(contracts.listWall, ({ params, query, context }, services) =>
		listWall(services, params.event, context, query),
	),
	handle(contracts.saveFundraiser, async ({ scope, body, context }, services) => {
		await saveFundraiser(services, scope, { input: body, ifMatch: context.ifMatch });
		return getOwnFundraiser(services, scope);
	}),
	handle(contracts.publishFundraiser, async ({ scope }, services) => {
		await publishFundraiser(services, scope);
		return getOwnFundraiser(services, scope);
	}),
	handle(contracts.closeFundraiser, async ({ scope }, services) => {
		await closeFundraiser(services, scope);
		return getOwnFundraiser(services, scope);
	}),
	handle(contracts.listDonations, ({ scope, query }, services) => listDonations(services, scope, query)),
	handle(contracts.addDonation, async ({ scope, body, caller }, services) => {
		const donationId = await addDonation(services, scope, { input: body, userId: caller.userId });
		return getShownDonation(services, { ...scope, donationId });
	}),
	handle(contracts.updateDonation, async ({ params, scope, body }, services) => {
		const donation = { ...scope, donationId: params.donation };
		if (body.pageId !== undefined) await moveDonation(services, donation, body.pageId);
		if (body.isMessageHidden !== undefined) await hideMessage(services, donation, body.isMessageHidden);
		return getShownDonation(services, donation);
	}),
	handle(contracts.removeDonation, async ({ params, scope, caller }, services) => {
		await removeDonation(services, { ...scope, donationId: params.donation }, caller.userId);
		return undefined;
	}),
	handle(receiptContracts.issueDonationReceipt, async ({ params, scope, body }, services) =>
		presentDocument(await issueDonationReceipt(services, { ...scope, donationId: params.donation }, body)),
	),
	handle(receiptContracts.issueYearReceipt, async ({ params, scope, body }, services) =>
		presentDocument(await issueYearReceipt(services, { ...scope, donationId: params.donation }, body)),
	),
	handle(receiptContracts.listMissingReceipts, ({ scope }, services) => listMissingReceipts(services, scope)),
	handle(receiptContracts.issueGiftReceipts, async ({ scope, body }, services) => ({
		data: await issueReceipts(services, scope.organisationId, body.donations),
	})),
	handle(contracts.exportDonations, ({ scope, query }, services) =>
		exportDonations(services, scope, query.format),
	),
	handle(contracts.listUpdates, ({ params, query, context }, services) =>
		listUpdates(services, params.event, context, query),
	),
	handle(contracts.postUpdate, async ({ scope, body }, services) =>
		presentUpdate(await postUpdate(services, scope, body)),
	),
	handle(contracts.editUpdate, async ({ params, scope, body }, services) =>
		presentUpdate(await editUpdate(services, { ...scope, updateId: params.update }, body)),
	),
	handle(contracts.removeUpdate, async ({ params, scope }, services) => {
		await removeUpdate(services, { ...scope, updateId: params.update });
		return undefined;
	}),
	handle(contracts.addMatch, async ({ scope, body }, services) =>
		presentMatch(await addMatch(services, scope, body), services.clock.now()),
	),
	handle(contracts.updateMatch, async ({ params, scope, body }, services) =>
		presentMatch(
			await updateMatch(services, { ...scope, matchId: params.match }, body),
			services.clock.now(),
		),
	),
	handle(contracts.receiveMatch, async ({ params, scope, body, caller }, services) =>
		presentMatch(
			await receiveMatch(
				services,
				{ ...scope, matchId: params.match },
				{ receivedMinor: body.receivedMinor, userId: caller.userId },
			),
			services.clock.now(),
		),
	),
];
