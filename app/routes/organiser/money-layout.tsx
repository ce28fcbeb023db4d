import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Outlet, useMatch, useOutletContext, useSearchParams } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { MoneyTabs } from '#app/features/money/components/money-tabs.tsx';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

/** The outlet context of the pages of the organisation's money. */
export interface MoneyContext {
	organisation: CurrentUser['organisations'][number];
	/** Runs calls that may want a fresh sign-in. */
	confirmed: Confirmed;
}

/** /money/documents, /money/reports, /money/gift-cards and /money/withdrawals: what an organisation's bookkeeping needs, over all its events. */
export default function MoneyLayout() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	const { confirmed, dialog } = useConfirmed();
	const organisations = user.organisations.filter((one) => !one.isLimited && memberCan(one, 'money.view'));
	const [search] = useSearchParams();
	// Emails and notifications name the one they are about.
	const named = organisations.find((one) => one.id === search.get('organisation'));
	const [id, setId] = useState((named ?? organisations[0])?.id);
	const organisation = organisations.find((one) => one.id === id);
	const isGiftCards = useMatch('/money/gift-cards') !== null;
	const isWithdrawals = useMatch('/money/withdrawals') !== null;
	return (
		<PageFrame
			title={isGiftCards ? t`Gift cards` : isWithdrawals ? t`Withdrawals` : t`Documents and reports`}
		>
			<OrganisationPicker organisations={organisations} value={organisation?.id} onChange={setId} />
			<MoneyTabs />
			{organisation ? <SandboxNote of={organisation} /> : null}
			{organisation ? (
				<Outlet key={organisation.id} context={{ organisation, confirmed } satisfies MoneyContext} />
			) : (
				<Callout tone="neutral">{t`Ask an owner of your organisation about its money.`}</Callout>
			)}
			{dialog}
		</PageFrame>
	);
}
