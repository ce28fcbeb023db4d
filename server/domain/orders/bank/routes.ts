import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/bank-files.ts';
import { getBankLine, listBankLines } from './bank-lines.ts';
import { importBankFile } from './import-bank-file.ts';
import { matchBankLine, putAlikeAside, putAlikeBack, separateLine, setAside } from './match-lines.ts';

/** Bank statements, and the orders that their transfers pay. */
export const bankRoutes: Route[] = [
	handle(contract.importBankFile, ({ scope, file, caller }, services) =>
		importBankFile(services, { organisationId: scope.organisationId, userId: caller.userId, file }),
	),
	handle(contract.listBankLines, ({ scope, query }, services) =>
		listBankLines(services.database.db, scope.organisationId, query),
	),
	handle(contract.matchBankLine, async ({ scope, params, body, caller }, services) => {
		const line = { organisationId: scope.organisationId, lineId: params.line };
		await matchBankLine(services, line, { userId: caller.userId, reference: body.reference });
		return getBankLine(services.database.db, line);
	}),
	handle(contract.ignoreBankLine, async ({ scope, params }, services) => {
		const line = { organisationId: scope.organisationId, lineId: params.line };
		await setAside(services, line, true);
		return getBankLine(services.database.db, line);
	}),
	handle(contract.restoreBankLine, async ({ scope, params }, services) => {
		const line = { organisationId: scope.organisationId, lineId: params.line };
		await setAside(services, line, false);
		return getBankLine(services.database.db, line);
	}),
	handle(contract.ignoreAlikeBankLines, ({ scope, params }, services) =>
		putAlikeAside(services, { organisationId: scope.organisationId, lineId: params.line }),
	),
	handle(contract.restoreAlikeBankLines, ({ scope, params, body }, services) =>
		putAlikeBack(services, { organisationId: scope.organisationId, lineId: params.line }, body.at),
	),
	handle(contract.separateBankLine, async ({ scope, params, caller }, services) => {
		const line = { organisationId: scope.organisationId, lineId: params.line };
		await separateLine(services, line, { userId: caller.userId });
		return getBankLine(services.database.db, line);
	}),
];
