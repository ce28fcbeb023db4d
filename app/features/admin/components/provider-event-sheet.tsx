import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { ProviderEvent } from '#shared/contracts/admin-payments.ts';
import { useRetryProviderEvent, useSetAsideProviderEvent } from '../payments-api.ts';
import { EventReason, isUnmatched, ProviderEventState } from './provider-event-state.tsx';
import { ReasonForm } from './reason-form.tsx';

/** One event of the provider: its subject, its outcome, and another try. */
export function ProviderEventSheet(props: { event: ProviderEvent | null; onClose: () => void }) {
	const { event, onClose } = props;
	return (
		<Sheet isOpen={event !== null} onClose={onClose} title={event?.type ?? ''}>
			{event ? <Detail key={event.id} event={event} onClose={onClose} /> : null}
		</Sheet>
	);
}

function Detail({ event, onClose }: { event: ProviderEvent; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const dateTime = useViewerTime();
	const retry = useRetryProviderEvent();
	const setAside = useSetAsideProviderEvent();
	const [isSettingAside, setIsSettingAside] = useState(false);
	async function setItAside(note: string) {
		if (await attempt(setAside.mutateAsync({ providerEvent: event.id, note }), t`Set aside`)) onClose();
	}
	async function tryAgain() {
		if (await attempt(retry.mutateAsync(event.id), t`Retrying`)) onClose();
	}
	return (
		<div className="flex flex-col items-start gap-5">
			<ProviderEventState event={event} />
			<DescriptionList
				facts={[
					[t`Event`, event.id],
					[t`About`, event.objectId],
					...(event.organisationName
						? ([[t`Organisation`, event.organisationName]] as [string, string][])
						: []),
					[t`Received`, dateTime(event.receivedAt)],
					[t`Attempts`, formats.number(event.tries)],
					...(event.nextTryAt ? ([[t`Next attempt`, dateTime(event.nextTryAt)]] as [string, string][]) : []),
					...(event.outcome ? ([[t`Outcome`, event.outcome]] as [string, string][]) : []),
				]}
			/>
			{event.lastError ? null : <EventReason event={event} isWhole />}
			{event.note === '' ? null : (
				<p dir="auto" className="text-sm [overflow-wrap:anywhere]">
					<Trans>Note: {event.note}</Trans>
				</p>
			)}
			{event.lastError ? <Callout tone="danger">{event.lastError}</Callout> : null}
			{isSettingAside ? (
				<ReasonForm
					isHarmless
					hint={t`It is no longer listed as unmatched. The note stays with it.`}
					label={t`Set aside`}
					isPending={setAside.isPending}
					onSubmit={(note) => void setItAside(note)}
					onCancel={() => setIsSettingAside(false)}
				/>
			) : (
				<div className="flex flex-wrap gap-2">
					<Button
						variant="outline"
						icon={RotateCw}
						isLoading={retry.isPending}
						onClick={() => void tryAgain()}
					>
						<Trans>Retry now</Trans>
					</Button>
					{isUnmatched(event) && !event.setAsideAt ? (
						<Button variant="outline" onClick={() => setIsSettingAside(true)}>
							<Trans>Set aside…</Trans>
						</Button>
					) : null}
				</div>
			)}
		</div>
	);
}
