import type { MessageDescriptor } from '@lingui/core';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';

/** What screens call the accounts of the books. */
export type AccountNames = Readonly<Record<LedgerAccount, MessageDescriptor>>;
