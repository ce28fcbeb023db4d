import { type BankFile, readBankFile } from '#server/platform/bank/read-bank-file.ts';
import { inFileThread } from '#server/platform/threads/file-threads.ts';
import { refuseFile } from '#server/platform/threads/refuse-file.ts';

/** In a thread: the statement as one part. @throws BankFileProblem */
export async function* readStatement(...file: Parameters<typeof readBankFile>): AsyncGenerator<BankFile> {
	yield await readBankFile(...file);
}

const inThread = inFileThread(import.meta.url, readStatement);

/**
 * A statement of a bank, read in a thread.
 * @param organisationId whose statement it is: one is read after the other
 * @throws VALIDATION_FAILED about `file`; SERVER_OVERLOADED
 */
export async function readBankFileInThread(
	organisationId: string,
	...file: Parameters<typeof readBankFile>
): Promise<BankFile> {
	const [statement] = await inThread(organisationId, ...file).catch(refuseFile);
	return statement as BankFile;
}
