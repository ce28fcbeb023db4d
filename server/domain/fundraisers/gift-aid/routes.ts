import { cancelDeclaration, changeDonorAddress } from '#server/domain/orders/gift-aid/declarations.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/gift-aid.ts';
import { getClaim, listClaims, presentClaim } from './claim-rows.ts';
import { exportDeclarations, getDeclaration, listDeclarations } from './declaration-list.ts';
import { listGiftAidGifts } from './due-gifts.ts';
import { enterDeclarationOfDonor } from './enter-declaration.ts';
import { makeClaim } from './make-claim.ts';
import { scheduleFile } from './schedule.ts';

export const giftAidRoutes: Route[] = [
	handle(contracts.listGiftAidGifts, ({ scope, query }, services) =>
		listGiftAidGifts(services, scope.organisationId, query),
	),
	handle(contracts.makeGiftAidClaim, async ({ scope, caller }, services) => {
		const { organisationId } = scope;
		const claimId = await makeClaim(services, { organisationId, userId: caller.userId });
		return presentClaim(await getClaim(services.database.db, { organisationId, claimId }));
	}),
	handle(contracts.listGiftAidClaims, ({ scope, query }, services) =>
		listClaims(services, scope.organisationId, query),
	),
	handle(contracts.getGiftAidSchedule, ({ params, scope, query }, services) =>
		scheduleFile(services, { organisationId: scope.organisationId, claimId: params.claim }, query),
	),
	handle(contracts.listGiftAidDeclarations, ({ scope, query }, services) =>
		listDeclarations(services, scope.organisationId, query),
	),
	handle(contracts.exportGiftAidDeclarations, ({ scope, query }, services) =>
		exportDeclarations(services, scope.organisationId, query),
	),
	handle(contracts.enterGiftAidDeclaration, async ({ params, scope, body, caller }, services) => {
		const { organisationId } = scope;
		const donation = { ...scope, donationId: params.donation };
		const declarationId = await enterDeclarationOfDonor(services, donation, {
			input: body,
			userId: caller.userId,
		});
		return getDeclaration(services, { organisationId, declarationId });
	}),
	handle(contracts.changeGiftAidAddress, async ({ params, scope, body }, services) => {
		const named = { organisationId: scope.organisationId, declarationId: params.declaration };
		await changeDonorAddress(services, named, body);
		return getDeclaration(services, named);
	}),
	handle(contracts.cancelGiftAidDeclaration, async ({ params, scope, caller }, services) => {
		const { organisationId } = scope;
		const { userId } = caller;
		await cancelDeclaration(services, { organisationId, declarationId: params.declaration, userId });
		return undefined;
	}),
];
