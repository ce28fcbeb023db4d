import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { chooseNotification, getNotifications, type NotificationKind } from '#shared/contracts/settings.ts';

const choicesKey = ['account', 'notifications'] as const;

/** Which mails somebody gets; a switch takes effect at once. */
export function NotificationsCard() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const queries = useQueryClient();
	const choices = useQuery({
		queryKey: choicesKey,
		queryFn: ({ signal }) => api.call(getNotifications, { signal }),
	});
	const change = useMutation({
		mutationFn: (choice: CallBodyOf<typeof chooseNotification>) =>
			api.call(chooseNotification, { body: choice }),
		onSuccess: (answer) => queries.setQueryData(choicesKey, answer),
		onError: (error) =>
			toast({ variant: 'destructive', title: t`Not changed`, description: errorText(error) }),
	});
	const texts: Record<NotificationKind, { label: string; hint: string }> = {
		reminders: {
			label: t`Reminders of events I go to`,
			hint: t`The day before, to the address of your account.`,
		},
		registrations: {
			label: t`Daily summary of registrations`,
			hint: t`In the morning, when somebody registered for an event of your organisations.`,
		},
		'door-conflicts': {
			label: t`Conflicts at the door`,
			hint: t`When two devices let in the same ticket; at most once an hour.`,
		},
	};
	return (
		<Card title={t`Mails`} description={t`A switch takes effect at once.`}>
			{choices.isPending ? <Skeleton className="h-40" /> : null}
			{choices.error ? <Callout tone="danger">{errorText(choices.error)}</Callout> : null}
			<div className="flex flex-col divide-y divide-hairline">
				{choices.data?.choices.map((choice) => (
					<Switch
						key={choice.kind}
						name={choice.kind}
						label={texts[choice.kind].label}
						hint={texts[choice.kind].hint}
						checked={
							change.isPending && change.variables.kind === choice.kind ? change.variables.isOn : choice.isOn
						}
						onChange={(event) => change.mutate({ ...choice, isOn: event.currentTarget.checked })}
						className="py-4"
					/>
				))}
				{choices.data ? (
					<Switch
						name="account"
						label={t`Mails about the account`}
						hint={t`Confirmations, changes of how you sign in, tickets: these always come.`}
						checked
						disabled
						readOnly
						className="py-4"
					/>
				) : null}
			</div>
		</Card>
	);
}
