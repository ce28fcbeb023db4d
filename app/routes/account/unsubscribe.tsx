import { Trans, useLingui } from '@lingui/react/macro';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { IncompleteLink } from '#app/features/accounts/components/incomplete-link.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import {
	type Subscription as Found,
	getSubscription,
	subscribeAgain,
	unsubscribe,
} from '#shared/contracts/notifications.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Where the link under reminders and messages leads. It asks first: mail scanners follow links, and must not unsubscribe anybody. */
export default function UnsubscribePage() {
	const token = useLinkToken();
	return token ? (
		<Subscription token={token} />
	) : (
		<IncompleteLink lead={<Trans>Open the link at the end of the email again.</Trans>} />
	);
}

function Subscription({ token }: { token: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { found, stop, again } = useSubscription(token);
	const { data, error } = found;
	if (error instanceof AppError && error.status === 404) {
		return (
			<AccountPage
				title={t`This link doesn’t work any more`}
				lead={<Trans>Open the link at the end of a newer email.</Trans>}
			>
				{null}
			</AccountPage>
		);
	}
	if (error) return <ErrorScreen error={error} />;
	if (!data) {
		return (
			<AccountPage title={t`Unsubscribe`}>
				<Skeleton className="h-24" />
			</AccountPage>
		);
	}
	const { organiser } = data;
	const titles = {
		reminders: t`Unsubscribe from reminders?`,
		service: t`Unsubscribe from messages of ${organiser}?`,
		marketing: t`Unsubscribe from news of ${organiser}?`,
		updates: t`Unsubscribe from updates of ${organiser}?`,
	};
	const problem = stop.error ?? again.error;
	return (
		<AccountPage
			title={data.isSubscribed ? titles[data.kind] : t`You’re unsubscribed`}
			lead={
				<span role="status">{data.isSubscribed ? <WhatStops of={data} /> : <WhatComes of={data} />}</span>
			}
		>
			{problem ? (
				<Callout tone="danger" isUrgent>
					{errorText(problem)}
				</Callout>
			) : null}
			{data.isSubscribed ? (
				<Button size="lg" isLoading={stop.isPending} onClick={() => stop.mutate(undefined)}>
					<Trans>Unsubscribe</Trans>
				</Button>
			) : (
				<Button
					size="lg"
					variant="outline"
					isLoading={again.isPending}
					onClick={() => again.mutate(undefined)}
				>
					<Trans>Subscribe again</Trans>
				</Button>
			)}
		</AccountPage>
	);
}

function WhatStops({ of: { kind, organiser } }: { of: Found }) {
	if (kind === 'reminders')
		return <Trans>We email you the day before each event. You can turn these off for this address.</Trans>;
	if (kind === 'updates')
		return (
			<Trans>
				You get no more updates about fundraisers of {organiser}. Emails with your tickets and receipts still
				come.
			</Trans>
		);
	return kind === 'service' ? (
		<Trans>
			You get no more messages that {organiser} writes to guests. Emails with your tickets, and about changes
			and cancellations, still come.
		</Trans>
	) : (
		<Trans>
			You get no more news from {organiser}, and you follow them no longer. Emails with your tickets, and
			about changes and cancellations, still come.
		</Trans>
	);
}

function WhatComes({ of: { kind, organiser } }: { of: Found }) {
	return kind === 'marketing' ? (
		<Trans>
			You’ll still get emails about your tickets and event changes. {organiser} sends you no more news and no
			emails about new events.
		</Trans>
	) : (
		<Trans>You’ll still get emails about your tickets and event changes.</Trans>
	);
}

/** Which emails an unsubscribe link is about, and the ways to stop them and to get them again. */
function useSubscription(token: string) {
	const key = ['subscription', token] as const;
	const call = { params: { token }, hasBearer: false } as const;
	return {
		found: useApiQuery(getSubscription, key, { params: { token } }),
		stop: useChange(() => api.call(unsubscribe, call), key),
		again: useChange(() => api.call(subscribeAgain, call), key),
	};
}
