import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useEventStep } from '#app/features/events/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** What follows an event: the next one, made from it, and what can be learnt from it. */
export default function AfterActions({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const navigate = useNavigate();
	const step = useEventStep();
	const may = (action: string) => event.organisation?.permissions.includes(action) ?? false;
	if (!may('events.create') && !may('analytics.view')) return null;
	async function duplicate() {
		const copying = step.mutateAsync({ event: event.id, step: 'duplicate' });
		const isDone = await attempt(copying, t`Event duplicated as a draft`);
		if (isDone) await navigate(`/events/${(await copying).id}/edit`);
	}
	return (
		<Card title={t`What’s next`} className="print:hidden">
			<p className="text-muted">
				<Trans>A copy keeps the details and tickets, one or more weeks later.</Trans>
			</p>
			<div className="mt-4 flex flex-wrap gap-3">
				{may('events.create') ? (
					<Button isLoading={step.isPending} onClick={() => void duplicate()}>
						{t`Duplicate event`}
					</Button>
				) : null}
				{may('analytics.view') ? (
					<ButtonLink to={`/analytics?event=${event.id}`} variant="outline">
						{t`View analytics`}
					</ButtonLink>
				) : null}
			</div>
		</Card>
	);
}
