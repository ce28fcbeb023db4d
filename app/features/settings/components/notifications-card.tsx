import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useSite } from '#app/shell/site.ts';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import {
	chooseNotification,
	getNotifications,
	type NotificationChannel,
	type NotificationKind,
	notificationKinds,
} from '#shared/contracts/settings.ts';

const choicesKey = ['account', 'notifications'] as const;

/**
 * Notification settings by kind and channel; a switch takes effect at once.
 * @param props.below what follows the card, shown once its rows are there, so that they do not push it down
 */
export function NotificationsCard({ below }: { below: ReactNode }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const errorText = useErrorText();
	const queries = useQueryClient();
	const choices = useApiQuery(getNotifications, choicesKey);
	const change = useMutation({
		mutationFn: (choice: CallBodyOf<typeof chooseNotification>) =>
			api.call(chooseNotification, { body: choice }),
		onSuccess: (answer) => storeAnswer(queries, choicesKey, answer),
		onError: (error) =>
			toast({ variant: 'destructive', title: t`Couldn’t save`, description: errorText(error) }),
	});
	const texts: Record<NotificationKind, { label: string; hint: string }> = {
		reminders: {
			label: t`Reminders for events you attend`,
			hint: t`Sent the day before to your account email`,
		},
		registrations: {
			label: t`Registrations for your events`,
			hint: t`Daily email summary; in-app updates per event`,
		},
		'door-conflicts': {
			label: t`Check-in conflicts`,
			hint: t`When two devices admit the same ticket; at most once an hour`,
		},
		money: {
			label: t`Disputes, failed payouts and refund requests`,
			hint: t`For money you can see and refunds you can make; one email each`,
		},
	};
	const channels: Record<NotificationChannel, string> = { mail: t`Email`, app: t`In the app` };
	const all = choices.data?.choices ?? [];
	const isOn = (choice: (typeof all)[number]) =>
		change.isPending && change.variables.kind === choice.kind && change.variables.channel === choice.channel
			? change.variables.isOn
			: choice.isOn;
	return (
		<>
			<Card
				title={t`Notifications`}
				description={
					hasEmail
						? t`Changes save automatically.`
						: t`Changes save automatically. Email isn’t set up on this site: only in-app notifications arrive.`
				}
			>
				{choices.isPending ? <Skeleton className="h-40" /> : null}
				{choices.error && !choices.data ? (
					<ErrorCallout error={choices.error} onRetry={choices.refetch} />
				) : null}
				{choices.data ? (
					<div className="flex flex-col divide-y divide-hairline">
						{notificationKinds.map((kind) => (
							<Kind key={kind} {...texts[kind]}>
								{all
									.filter((choice) => choice.kind === kind)
									.map((choice) => (
										<Switch
											key={choice.channel}
											name={`${kind}-${choice.channel}`}
											label={
												<>
													<span className="sr-only">{texts[kind].label}: </span>
													{channels[choice.channel]}
												</>
											}
											checked={isOn(choice)}
											onChange={(event) => change.mutate({ ...choice, isOn: event.currentTarget.checked })}
										/>
									))}
							</Kind>
						))}
						<Kind
							label={t`Your account and your tickets`}
							hint={t`Confirmations, login changes and tickets: always sent`}
						/>
					</div>
				) : null}
			</Card>
			{choices.isPending ? null : below}
		</>
	);
}

/** One kind: what it is, and a switch for each channel beside it, below on a phone. */
function Kind({ label, hint, children }: { label: string; hint: string; children?: ReactNode }) {
	return (
		<div className="flex flex-col gap-x-8 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
			<div className="min-w-0">
				<p className="text-sm font-medium">{label}</p>
				<p className="text-compact text-muted">{hint}</p>
			</div>
			{children ? <div className="flex shrink-0 flex-col gap-3 sm:w-36">{children}</div> : null}
		</div>
	);
}
