import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { PaymentAccount } from '#shared/contracts/payments.ts';
import { useDisconnectAccount, useOpenAccount, useRefreshAccount, useTestAccount } from '../api.ts';
import { accountState } from './account-states.ts';

const Requirements = lazy(() => import('./requirements.tsx'));

/** The payment account in one card: its state, what the provider wants to know, and what can be done now. */
export function AccountCard(props: {
	organisation: string;
	account: PaymentAccount;
	country: string;
	isEditable: boolean;
	confirmed: Confirmed;
}) {
	const { organisation, account, isEditable, confirmed } = props;
	const { t, i18n } = useLingui();
	const [country, setCountry] = useState(account.country ?? props.country);
	const open = useOpenAccount(organisation, confirmed);
	const refresh = useRefreshAccount(organisation);
	const disconnect = useDisconnectAccount(organisation, confirmed);
	const act = useTestAccount(organisation);
	const countries = useCountryOptions();
	const missing = country === '' ? t`Choose a country` : undefined;
	const error = open.error ?? refresh.error ?? disconnect.error ?? act.error;
	const isBusy = open.isPending || refresh.isPending || disconnect.isPending || act.isPending;
	const { label, tone } = accountState(account);
	const start = async () => {
		const opened = await open.mutateAsync(country);
		if (opened?.onboardingUrl) window.location.assign(opened.onboardingUrl);
	};
	/** What the provider would decide once its form is filled in; without that form. */
	const enable = async () => {
		if (account.state === 'not_started' && !(await open.mutateAsync(country))) return;
		await act.mutateAsync('enable');
	};
	const texts: Record<PaymentAccount['state'], string> = {
		not_started: t`Open an account to sell tickets by card. Transfers and payment at the door need none.`,
		in_progress: t`The account is open. Answer the provider’s questions to take cards.`,
		needs_information: t`The provider needs more information.`,
		enabled: t`You can sell tickets by card.`,
		restricted: t`The provider has stopped card payments of this account.`,
	};
	return (
		<Card
			title={<Trans>Card payments</Trans>}
			description={account.stopReason === null ? texts[account.state] : undefined}
			actions={<StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>}
		>
			<div className="flex flex-col gap-5">
				{account.isTest ? (
					<Callout tone="info" title={t`Test mode`}>
						<Trans>No real money is moved. Buyers pay with published test cards.</Trans>
					</Callout>
				) : null}
				{account.stopReason === null ? null : (
					<Callout tone="danger" title={t`An administrator stopped payments to your organisation`}>
						<p dir="auto">{account.stopReason}</p>
						<Link to="/contact" className="underline">
							<Trans>Contact us</Trans>
						</Link>
					</Callout>
				)}
				{account.requirements.length > 0 ? (
					<Suspense fallback={null}>
						<Requirements requirements={account.requirements} />
					</Suspense>
				) : null}
				{error ? <ErrorCallout error={error} /> : null}
				{isEditable ? (
					<div className="flex flex-wrap items-end gap-3">
						{account.state === 'not_started' ? (
							<Select
								label={t`Country`}
								name="country"
								value={country}
								onChange={(change) => setCountry(change.target.value)}
								placeholder={t`Choose a country`}
								options={countries}
								className="w-full max-w-xs"
							/>
						) : null}
						{account.state === 'enabled' ? null : (
							<Button
								isLoading={open.isPending}
								disabledReason={missing}
								onClick={() => void start().catch(() => {})}
							>
								{account.state === 'not_started' ? t`Open an account` : t`Continue`}
							</Button>
						)}
						{account.isTest && account.state !== 'enabled' ? (
							<Button
								variant="outline"
								isLoading={act.isPending}
								disabledReason={missing}
								onClick={() => void enable().catch(() => {})}
							>
								{t`Enable now (test mode)`}
							</Button>
						) : null}
						{account.state === 'not_started' ? null : (
							<>
								<Button
									variant="ghost"
									isLoading={refresh.isPending}
									onClick={() => refresh.mutate(undefined)}
								>
									{t`Check again`}
								</Button>
								<Button
									variant="ghost"
									tone="destructive"
									disabledReason={isBusy ? t`One moment …` : undefined}
									onClick={() => disconnect.mutate(undefined)}
								>
									{t`Disconnect`}
								</Button>
							</>
						)}
					</div>
				) : null}
			</div>
		</Card>
	);
}
