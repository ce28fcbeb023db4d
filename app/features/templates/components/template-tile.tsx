import { Plural, Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { coverHue } from '#shared/rules/cover/hues.ts';

/** Two small tiles a row on a phone, so that the gallery is a few screens long. */
export const tileGrid = 'grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-3';

/** A template in the gallery: its cover and name; beyond a phone also what it is for and what it brings, as its preview says. */
export function TemplateTile(props: {
	card: TemplateCard;
	isChosen: boolean;
	isEager: boolean;
	onUse: () => void;
	onPreview: () => void;
	menu?: ReactNode;
}) {
	const { card, isChosen, menu } = props;
	const { t } = useLingui();
	return (
		<article
			className={clsx(
				'event-theme flex h-full flex-col overflow-hidden rounded-xl border bg-surface',
				isChosen && 'border-primary ring-2 ring-primary',
			)}
			style={{ '--event-hue': coverHue({ seed: card.coverSeed, category: card.category }) }}
		>
			<div className="relative aspect-16/9 bg-event-wash">
				<img
					src={card.coverUrl}
					alt=""
					loading={props.isEager ? 'eager' : 'lazy'}
					decoding="async"
					width={640}
					height={360}
					className="size-full object-cover"
				/>
				{isChosen ? (
					<span className="absolute end-2 top-2 grid size-8 sm:end-3 sm:top-3 place-content-center rounded-full bg-primary text-on-primary">
						<Icon icon={Check} />
					</span>
				) : null}
			</div>
			<div className="flex flex-1 flex-col gap-2 p-2.5 sm:p-4">
				<div className="flex items-start gap-2">
					<h3 className="min-w-0 flex-1 text-sm font-medium sm:text-base [overflow-wrap:anywhere]" dir="auto">
						{card.name}
					</h3>
					{menu}
				</div>
				{card.hint ? (
					<p className="text-sm text-muted max-sm:hidden" dir="auto">
						{card.hint}
					</p>
				) : null}
				<p className="text-sm max-sm:hidden">
					<Brings card={card} />
				</p>
				<div className="mt-auto flex flex-wrap gap-x-1 gap-y-2 sm:gap-x-2 sm:pt-2">
					<Button
						size="sm"
						variant={isChosen ? 'primary' : 'outline'}
						onClick={props.onUse}
						aria-pressed={isChosen}
						aria-label={isChosen ? t`Chosen: ${card.name}` : t`Use ${card.name}`}
					>
						{isChosen ? <Trans>Chosen</Trans> : <Trans>Use</Trans>}
					</Button>
					<Button
						size="sm"
						variant="ghost"
						onClick={props.onPreview}
						aria-label={t`Preview ${card.name}`}
					>{t`Preview`}</Button>
				</div>
			</div>
		</article>
	);
}

/** A one-line summary of events made from it. */
function Brings({ card }: { card: TemplateCard }) {
	const { tickets, questions, hasPolicy } = card.brings;
	return (
		<>
			<Plural value={tickets} one="# ticket type" other="# ticket types" />
			{questions > 0 ? (
				<>
					{' · '}
					<Plural value={questions} one="# question" other="# questions" />
				</>
			) : null}
			{hasPolicy ? (
				<>
					{' · '}
					<Trans>refund policy</Trans>
				</>
			) : null}
		</>
	);
}
