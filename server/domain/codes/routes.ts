import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/codes.ts';
import { createBatch, deleteBatch, updateBatch } from './commands/code-batches.ts';
import { createCode } from './commands/create-code.ts';
import { deleteCode } from './commands/delete-code.ts';
import { updateCode } from './commands/update-code.ts';
import { exportCodes } from './export-codes.ts';
import { getBatch, listBatches, listCodesWithTotal, showCode } from './queries.ts';

export const codeRoutes: Route[] = [
	handle(contracts.listCodes, ({ scope, query }, services) => listCodesWithTotal(services, scope, query)),
	handle(contracts.createCode, async ({ scope, body }, services) =>
		showCode(services, scope, await createCode(services, scope, body)),
	),
	handle(contracts.updateCode, async ({ params, scope, body, context }, services) =>
		showCode(
			services,
			scope,
			await updateCode(services, scope, { codeId: params.code, input: body, ifMatch: context.ifMatch }),
		),
	),
	handle(contracts.deleteCode, async ({ params, scope }, services) => {
		await deleteCode(services, scope, params.code);
		return undefined;
	}),
	handle(contracts.listCodeBatches, async ({ scope }, services) => ({
		data: await listBatches(services, scope),
		nextCursor: null,
	})),
	handle(contracts.createCodeBatch, async ({ scope, body }, services) =>
		getBatch(services, scope, await createBatch(services, scope, body)),
	),
	handle(contracts.updateCodeBatch, async ({ params, scope, body }, services) => {
		await updateBatch(services, { ...scope, batchId: params.batch }, body);
		return getBatch(services, scope, params.batch);
	}),
	handle(contracts.deleteCodeBatch, async ({ params, scope }, services) => {
		await deleteBatch(services, { ...scope, batchId: params.batch });
		return undefined;
	}),
	handle(contracts.exportCodes, ({ scope, query }, services) => exportCodes(services, scope, query)),
];
