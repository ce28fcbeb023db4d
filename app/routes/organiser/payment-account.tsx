import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { MoneyFigures } from '#app/features/money/components/money-figures.tsx';
import { MoneyTabs } from '#app/features/money/components/money-tabs.tsx';
import {
	useBalances,
	usePaymentAccount,
	usePaymentSettings,
	useRefreshAccount,
} from '#app/features/payments/api.ts';
import { AccountCard } from '#app/features/payments/components/account-card.tsx';
import { WaysSection } from '#app/features/payments/components/ways-section.tsx';
import { usePlanSetting } from '#app/features/plans/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { useCameFrom } from '#app/shell/came-from.ts';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { BackLink } from '#app/ui/back-link.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getBalances } from '#shared/contracts/ledger.ts';
import { memberCan } from '#shared/rules/permissions.ts';

export const handle = { shape: 'form' } satisfies ShapedPage;

const FeeCalculator = lazy(async () => ({
	default: (await import('#app/features/pages/components/fee-calculator.tsx')).FeeCalculator,
}));
const TestTools = lazy(async () => ({
	default: (await import('#app/features/payments/components/test-tools.tsx')).TestTools,
}));

type Organisation = CurrentUser['organisations'][number];

/** /stripe-connect-demo: the payment account of an organisation, the ways to pay and the payouts. */
export default function PaymentAccountRoute() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	const organisations = user.organisations.filter((one) => !one.isLimited && memberCan(one, 'money.view'));
	const [search] = useSearchParams();
	const [id, setId] = useState(search.get('organisation') ?? organisations[0]?.id);
	const organisation = organisations.find((one) => one.id === id) ?? organisations[0];
	const from = useCameFrom();
	return (
		<PageFrame
			title={t`Payment account`}
			description={t`How you get paid, and your balance.`}
			breadcrumb={from ? <BackLink to={from.to}>{t`Back to ${from.title}`}</BackLink> : undefined}
		>
			{organisation ? <MoneyTabs /> : null}
			<OrganisationPicker organisations={organisations} value={organisation?.id} onChange={setId} />
			{organisation ? <SandboxNote of={organisation} /> : null}
			{organisation ? (
				<Sections key={organisation.id} organisation={organisation} />
			) : (
				<>
					<Callout tone="neutral">{t`Ask an owner of your organisation about its payment account.`}</Callout>
					<Estimate />
				</>
			)}
		</PageFrame>
	);
}

function Sections({ organisation }: { organisation: Organisation }) {
	const { id } = organisation;
	const account = usePaymentAccount(id);
	const settings = usePaymentSettings(id);
	const balances = useBalances(id);
	const { confirmed, dialog } = useConfirmed();
	useReturnFromProvider(id);
	const isEditable = memberCan(organisation, 'money.manage');
	const error = readError(account) ?? readError(settings) ?? readError(balances);
	if (error) return <ErrorCallout error={error} onRetry={account.refetch} />;
	// What comes below waits with the sections, and the footer stays below the window: nothing moves.
	if (!account.data || !settings.data || !balances.data) return <RouteSkeleton />;
	return (
		<>
			<AccountCard organisation={id} account={account.data} country="" {...{ isEditable, confirmed }} />
			<WaysSection organisation={id} settings={settings.data} {...{ isEditable, confirmed }} />
			<PayoutsCard organisation={id} balances={balances.data.data} />
			<Estimate />
			{account.data.isTest && account.data.state !== 'not_started' ? (
				<Suspense fallback={<Skeleton className="h-12" />}>
					<TestTools organisation={id} isEditable={isEditable} account={account.data} />
				</Suspense>
			) : null}
			{dialog}
		</>
	);
}

/** What waits at the provider and what has arrived, in short; the page of the organisation's money has the rest. */
function PayoutsCard(props: { organisation: string; balances: ResultOf<typeof getBalances>['data'] }) {
	const { organisation, balances } = props;
	const { t } = useLingui();
	return (
		<Card
			title={t`Payouts`}
			description={t`The provider pays out your card payments to your bank account.`}
			actions={
				<ButtonLink to={`/money?organisation=${organisation}`} variant="outline" size="sm">
					{t`All payouts`}
				</ButtonLink>
			}
		>
			{balances.length === 0 ? (
				<p className="text-sm text-muted">
					{t`Nothing was sold yet. Figures appear here with the first paid order.`}
				</p>
			) : (
				<MoneyFigures balances={balances} />
			)}
		</Card>
	);
}

/** The prices of plans, where plans are charged. */
function Estimate() {
	return usePlanSetting().data?.areCharged ? (
		<Suspense fallback={null}>
			<FeeCalculator />
		</Suspense>
	) : null;
}

/** Back from the provider's form, the state is read at once. */
function useReturnFromProvider(organisation: string): void {
	const [search, setSearch] = useSearchParams();
	const { mutate } = useRefreshAccount(organisation);
	const hasReturned = search.has('returned');
	useEffect(() => {
		if (!hasReturned) return;
		mutate(undefined);
		setSearch({}, { replace: true });
	}, [hasReturned, mutate, setSearch]);
}
