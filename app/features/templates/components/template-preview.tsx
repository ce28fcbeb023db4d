import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Template, TemplateCard } from '#shared/contracts/templates.ts';
import { useTemplate } from '../api.ts';

/** The content of events made from the template: its page, its ticket types and its questions for guests. */
export function TemplatePreview(props: { card: TemplateCard; onClose: () => void; onUse: () => void }) {
	const { card } = props;
	const { t } = useLingui();
	const read = useTemplate(card.id);
	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={card.name}
			description={card.hint || undefined}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Close`}</Button>
					<Button onClick={props.onUse}>{t`Use template`}</Button>
				</>
			}
		>
			{read.error ? (
				<ErrorCallout error={read.error} onRetry={() => void read.refetch()} />
			) : read.data ? (
				<Content template={read.data} />
			) : (
				<div className="flex flex-col gap-3">
					<Skeleton className="aspect-16/9 w-full rounded-lg" />
					<Skeleton className="h-24 w-full" />
				</div>
			)}
		</Dialog>
	);
}

function Content({ template }: { template: Template }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { tickets, questions, policy, basics } = template.plan;
	const currency = policy.currency;
	const priceOf = ({ kind, priceMinor }: (typeof tickets)[number]) => {
		if (kind === 'free') return t`Free`;
		const price = currency ? formats.money(priceMinor, currency) : formats.number(priceMinor / 100);
		if (kind === 'donation') return priceMinor > 0 ? t`From ${price}` : t`Any amount`;
		return price;
	};
	return (
		<section
			aria-label={t`What’s included`}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
			tabIndex={0}
			className="flex flex-col gap-6"
		>
			<img
				src={template.coverUrl}
				alt=""
				width={800}
				height={450}
				className="aspect-16/9 w-full rounded-lg object-cover"
			/>
			{basics.summary ? (
				<p className="text-lg" dir="auto">
					{basics.summary}
				</p>
			) : null}
			<section aria-labelledby="brings-tickets">
				<h3 id="brings-tickets" className="font-semibold">
					<Trans>Ticket types</Trans>
				</h3>
				<ul className="mt-2 flex flex-col">
					{tickets.map((ticket) => (
						<li key={ticket.key} className="flex gap-4 border-t py-2 text-sm first:border-t-0">
							<span className="min-w-0 flex-1" dir="auto">
								<span className="font-medium">{ticket.name}</span>
								{ticket.description ? <span className="block text-muted">{ticket.description}</span> : null}
							</span>
							<span className="text-end tabular-nums">
								{priceOf(ticket)}
								{ticket.capacity === null ? null : (
									<span className="block text-muted">
										<Trans>{formats.number(ticket.capacity)} available</Trans>
									</span>
								)}
							</span>
						</li>
					))}
				</ul>
				{template.brings.hasPrices && template.origin === 'ready' ? (
					<p className="mt-1 text-sm text-muted">
						<Trans>Prices are examples in your currency. Change them before you publish.</Trans>
					</p>
				) : null}
			</section>
			{questions.length > 0 ? (
				<section aria-labelledby="brings-questions">
					<h3 id="brings-questions" className="font-semibold">
						<Trans>Questions for guests</Trans>
					</h3>
					<ul className="mt-2 list-disc ps-5 text-sm">
						{questions.map(({ key, label }) => (
							<li key={key} dir="auto">
								{label}
							</li>
						))}
					</ul>
				</section>
			) : null}
			{template.descriptionHtml ? (
				<section aria-labelledby="brings-description">
					<h3 id="brings-description" className="font-semibold">
						<Trans>Description</Trans>
					</h3>
					<SanitisedHtml
						html={template.descriptionHtml}
						className="prose mt-2 max-w-measure text-sm [overflow-wrap:anywhere]"
						dir="auto"
					/>
				</section>
			) : null}
			{policy.refundPolicy ? (
				<section aria-labelledby="brings-policy">
					<h3 id="brings-policy" className="font-semibold">
						<Trans>Refund policy</Trans>
					</h3>
					<p className="mt-2 text-sm" dir="auto">
						{policy.refundPolicy}
					</p>
				</section>
			) : null}
		</section>
	);
}
