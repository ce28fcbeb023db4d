import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { emptyOffer, offerOfPlan, tidyOffer } from '#app/features/events/draft-offer.ts';
import { readTemplate } from '#app/features/events/read-template.ts';
import type { DraftOffer, EventDraft } from '#app/features/events/stored-draft.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DraftPrices } from './draft-prices.tsx';
import { DEFAULT_CURRENCY, PolicyFields } from './policy-fields.tsx';
import { useTemplatePlan } from './use-template-plan.ts';

export interface OfferSectionsProps {
	draft: EventDraft;
	onChange: (part: Partial<EventDraft>) => void;
	/** The event is being made of it. */
	isBusy: boolean;
	/** The error of a field. */
	problem: (name: string) => string | undefined;
}

/** Another module's sections. */
export interface OfferParts {
	tickets: (source: {
		currency: string;
		timeZone: string;
		tickets: DraftOffer['tickets'];
		pools: DraftOffer['pools'];
		emptyHint: string;
		onChange: (part: Partial<DraftOffer>) => void;
	}) => ReactNode;
	questions: (source: {
		questions: DraftOffer['questions'];
		ticketTypes: { id: string; name: string }[];
		onChange: (questions: DraftOffer['questions']) => void;
	}) => ReactNode;
}

/** What a draft that is in this browser alone will sell and ask. Needs `Temporal`. */
export function OfferSections(props: OfferSectionsProps & OfferParts) {
	const { draft } = props;
	return (
		<div className="controls-lg flex flex-col gap-6">
			{draft.template !== '' && draft.offer === null ? <Brought {...props} /> : <Own {...props} />}
			<PolicyFields {...props} />
		</div>
	);
}

/** Ticket types and questions, each to be changed. */
function Own({ draft, onChange, isBusy, tickets, questions }: OfferSectionsProps & OfferParts) {
	const { t } = useLingui();
	const offer = draft.offer ?? emptyOffer;
	const currency = draft.currency || DEFAULT_CURRENCY;
	// Who pays the fee may be said by the template.
	const plan = useTemplatePlan(draft.template);
	function set(part: Partial<DraftOffer>) {
		const next = tidyOffer({ ...offer, ...part });
		const hasPrices = next.tickets.some(({ kind }) => kind !== 'free');
		onChange({ offer: next, ...(hasPrices ? { currency } : {}) });
	}
	return (
		// Whoever changes it while it is sent would change what nobody reads again.
		<fieldset disabled={isBusy} className="flex min-w-0 flex-col gap-6">
			<legend className="sr-only">
				<Trans>Tickets and questions</Trans>
			</legend>
			{tickets({
				currency,
				timeZone: draft.timeZone,
				tickets: offer.tickets.map((type) => ({ ...type, currency })),
				pools: offer.pools,
				emptyHint: t`Without any, your event begins with a free “Standard” ticket.`,
				onChange: set,
			})}
			{draft.template === '' || plan ? (
				<DraftPrices draft={draft} plan={plan} now={new Date()} isPricedOnly waiting={null} />
			) : null}
			{questions({
				questions: offer.questions,
				ticketTypes: offer.tickets,
				onChange: (next) => set({ questions: next }),
			})}
			{draft.template === '' ? null : (
				<Button variant="ghost" className="self-start" onClick={() => onChange({ offer: null })}>
					{t`Use the template’s tickets and questions`}
				</Button>
			)}
		</fieldset>
	);
}

/** What the template brings stays as it is unless somebody wants to change it now. */
function Brought({ draft, onChange }: Pick<OfferSectionsProps, 'draft' | 'onChange'>) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const [isLoading, setIsLoading] = useState(false);
	async function change() {
		setIsLoading(true);
		try {
			const { plan } = await readTemplate(draft.template);
			const currency = plan.policy.currency ?? DEFAULT_CURRENCY;
			onChange({ currency, offer: offerOfPlan(plan, draft, currency) });
		} catch (error) {
			showError(error);
		} finally {
			setIsLoading(false);
		}
	}
	return (
		<Card
			id="tickets"
			className="scroll-mt-24"
			title={<span className="text-lg">{t`Tickets and questions`}</span>}
		>
			<div id="questions" className="flex flex-col items-start gap-4">
				<p className="text-sm text-muted">
					<Trans>The template’s ticket types, questions and refund policy are added.</Trans>
				</p>
				<Button
					variant="outline"
					isLoading={isLoading}
					isDisabled={draft.startsAtLocal === ''}
					onClick={() => void change()}
				>
					{t`Change tickets and questions`}
				</Button>
			</div>
		</Card>
	);
}
