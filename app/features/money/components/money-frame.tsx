import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { MoneyTabs } from './money-tabs.tsx';

export type MoneyOrganisation = CurrentUser['organisations'][number];

/** The frame around the pages of an organisation's money; one who may not see it reads whom to ask. */
export function MoneyFrame(props: {
	title: string;
	description?: string;
	/** Instead of tabs, for a page below one of them. */
	breadcrumb?: ReactNode;
	children: (organisation: MoneyOrganisation) => ReactNode;
}) {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	const [search, setSearch] = useSearchParams();
	const organisations = user.organisations.filter((one) => !one.isLimited && memberCan(one, 'money.view'));
	const organisation = organisations.find(({ id }) => id === search.get('organisation')) ?? organisations[0];
	return (
		<PageFrame title={props.title} description={props.description} breadcrumb={props.breadcrumb}>
			{props.breadcrumb ? null : <MoneyTabs />}
			<OrganisationPicker
				organisations={organisations}
				value={organisation?.id}
				onChange={(id) => setSearch({ organisation: id }, { replace: true })}
			/>
			{organisation ? <SandboxNote of={organisation} /> : null}
			{organisation ? (
				props.children(organisation)
			) : (
				<Callout tone="neutral">{t`Ask an owner of your organisation about its money.`}</Callout>
			)}
		</PageFrame>
	);
}
