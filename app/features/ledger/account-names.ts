import type { MessageDescriptor } from '@lingui/core';
import type { LedgerAccount } from '#shared/rules/ledger-accounts.ts';

/** Labels of the ledger’s accounts. */
export type AccountNames = Readonly<Record<LedgerAccount, MessageDescriptor>>;
