import type { Command } from './command.ts';
import { backupCommand } from './commands/backup.ts';
import { booksCommand } from './commands/books.ts';
import { demoLoadCommand, demoRemoveCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { importEventsCommand } from './commands/import-events.ts';
import { paymentsConnectCommand } from './commands/payments-connect.ts';
import { restoreCommand } from './commands/restore.ts';
import { userDisableCommand, userEnableCommand, userResetLinkCommand } from './commands/user-access.ts';
import { userCreateCommand } from './commands/user-create.ts';
import { verifyCommand } from './commands/verify.ts';

/** Every command of the operator, in the order of the help. */
export const commands: readonly Command[] = [
	userCreateCommand,
	userDisableCommand,
	userEnableCommand,
	userResetLinkCommand,
	doctorCommand,
	verifyCommand,
	booksCommand,
	paymentsConnectCommand,
	importEventsCommand,
	demoLoadCommand,
	demoRemoveCommand,
	backupCommand,
	restoreCommand,
];
