import { Trans, useLingui } from '@lingui/react/macro';
import { Shuffle, Trash2 } from 'lucide-react';
import { useCover, useSaveEvent } from '#app/features/events/api.ts';
import { useWaitingPicture } from '#app/features/events/draft-picture.ts';
import { newCoverSeed } from '#app/features/events/stored-draft.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { CoverFileField } from '../cover-file-field.tsx';
import { useEventSection } from './use-event-section.tsx';

/** The cover: drawn by us and shuffled at will, or a picture of one's own. Changes take effect at once. */
export function CoverSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const cover = useCover(event);
	const shuffle = useSaveEvent(event);
	const section = useEventSection(event, { coverAlt: event.cover.alt }, (changes) => changes);
	const waiting = useWaitingPicture(event.id);
	const failed = cover.upload.error ?? cover.remove.error ?? shuffle.error;
	const isBusy = cover.upload.isPending || cover.remove.isPending || shuffle.isPending;
	const details = failed as { details?: { message: string }[] } | null;
	const problem = failed ? (details?.details?.[0]?.message ?? errorText(failed)) : undefined;

	function clear() {
		cover.upload.reset();
		cover.remove.reset();
		shuffle.reset();
	}
	function upload(file: File) {
		clear();
		cover.upload.mutate(file, { onSuccess: () => waiting.file && waiting.forget() });
	}
	return (
		<SectionCard
			size="lg"
			id="cover"
			title={t`Cover`}
			description={t`Sets your page’s colour. Best at 16:9, 1600 px or wider.`}
			chosen={
				waiting.file
					? t`Your image wasn’t uploaded`
					: event.cover.isGenerated
						? t`Generated cover`
						: t`Uploaded image`
			}
			section={section}
			hasSave={!event.cover.isGenerated}
		>
			{waiting.file ? (
				<WaitingPicture
					isPending={cover.upload.isPending}
					onRetry={() => waiting.file && upload(waiting.file)}
					onDiscard={waiting.forget}
				/>
			) : null}
			<div
				className="event-theme grid gap-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
				style={{ '--event-hue': event.themeHue }}
			>
				<img
					src={event.cover.url}
					alt={event.cover.alt}
					width={960}
					height={540}
					className="aspect-16/9 w-full rounded-lg bg-event-wash object-cover"
				/>
				<div className="flex flex-col gap-3">
					{event.cover.isGenerated ? (
						<Button
							variant="outline"
							icon={Shuffle}
							isLoading={shuffle.isPending}
							isDisabled={isBusy}
							onClick={() => {
								clear();
								shuffle.mutate({ changes: { coverSeed: newCoverSeed() }, version: event.version });
							}}
						>
							{t`Shuffle cover`}
						</Button>
					) : (
						<Button
							variant="outline"
							icon={Trash2}
							isLoading={cover.remove.isPending}
							isDisabled={isBusy}
							onClick={() => {
								clear();
								cover.remove.mutate();
							}}
						>
							{t`Remove image`}
						</Button>
					)}
					<CoverFileField
						isDisabled={isBusy}
						error={problem}
						onChange={(file) => (file ? upload(file) : clear())}
					/>
					<p role="status" className="text-sm text-muted">
						{cover.upload.isPending ? <Trans>Uploading…</Trans> : null}
					</p>
				</div>
			</div>
			{event.cover.isGenerated ? null : (
				<TextField
					label={t`Alt text`}
					name="coverAlt"
					value={section.values.coverAlt}
					onChange={(change) => section.set({ coverAlt: change.target.value })}
					error={section.problem('coverAlt')}
					maxLength={300}
					dir="auto"
					hint={t`Describes the image for screen readers`}
				/>
			)}
		</SectionCard>
	);
}

/** A picture that was chosen before the event was made, and did not reach the server with it. */
function WaitingPicture(props: { isPending: boolean; onRetry: () => void; onDiscard: () => void }) {
	const { t } = useLingui();
	return (
		<Callout
			tone="warning"
			title={t`Your image wasn’t uploaded`}
			action={
				<span className="flex flex-wrap gap-2">
					<Button size="sm" isLoading={props.isPending} onClick={props.onRetry}>
						{t`Try again`}
					</Button>
					<Button size="sm" variant="outline" isDisabled={props.isPending} onClick={props.onDiscard}>
						{t`Discard`}
					</Button>
				</span>
			}
		>
			<Trans>It is still on this device.</Trans>
		</Callout>
	);
}
