import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '#app/lib/session.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { type TemplatePurpose, templatePurposes } from '#shared/rules/template-purposes.ts';
import { usePurposeLabels } from '../purpose-labels.ts';
import { TemplateTile, tileGrid } from './template-tile.tsx';

/** The place of the own templates until they are there, as high as they are where none was saved. Unseen without a token. */
const ownWaiting = <span className="skeleton in-data-session:block hidden h-23 sm:h-17.5" />;
const OwnTemplates = lazyPart(
	() => import('./own-templates.tsx').then((module) => module.OwnTemplates),
	ownWaiting,
);
const TemplatePreview = lazyDialog(() =>
	import('./template-preview.tsx').then((module) => module.TemplatePreview),
);

/** The ready templates by purpose and word; above them the own ones of whoever is signed in. */
export function TemplateGallery(props: {
	ready: readonly TemplateCard[];
	/** Id of the template that the draft begins with. */
	chosen: string;
	onUse: (card: TemplateCard) => void;
}) {
	const { t } = useLingui();
	const purposes = usePurposeLabels();
	const session = useSession();
	const [purpose, setPurpose] = useState<TemplatePurpose | null>(null);
	const [typed, setTyped] = useState('');
	const [previewed, setPreviewed] = useState<TemplateCard | null>(null);
	const shown = props.ready.filter(
		(card) =>
			(!purpose || card.purpose === purpose) &&
			`${card.name} ${card.hint} ${purposes[card.purpose]}`
				.toLocaleLowerCase()
				.includes(typed.trim().toLocaleLowerCase()),
	);
	const use = (card: TemplateCard) => {
		setPreviewed(null);
		props.onUse(card);
	};
	return (
		<div className="flex flex-col gap-6">
			{session.status === 'user' ? (
				<OwnTemplates
					user={session.user}
					waiting={ownWaiting}
					chosen={props.chosen}
					onUse={use}
					onPreview={setPreviewed}
				/>
			) : session.status === 'failed' ? null : (
				ownWaiting
			)}
			<section aria-labelledby="ready-templates" className="flex flex-col gap-5">
				<h2 id="ready-templates" className="text-xl font-semibold">
					<Trans>Start from a template</Trans>
				</h2>
				<TextField
					type="search"
					autoComplete="off"
					label={t`Search templates`}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
				<fieldset className="flex min-w-0 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
					<legend className="sr-only">{t`Purpose`}</legend>
					{[null, ...templatePurposes].map((one) => (
						<Button
							key={one}
							size="sm"
							className="shrink-0"
							variant={purpose === one ? 'primary' : 'outline'}
							aria-pressed={purpose === one}
							onClick={() => setPurpose(one)}
						>
							{one ? purposes[one] : t`All`}
						</Button>
					))}
				</fieldset>
				<p role="status" className="sr-only">
					<Plural value={shown.length} one="# template" other="# templates" />
				</p>
				{shown.length === 0 ? (
					<div className="flex flex-wrap items-center gap-3">
						<p>{t`No templates match.`}</p>
						<Button
							variant="outline"
							size="sm"
							onClick={() => {
								setPurpose(null);
								setTyped('');
							}}
						>{t`Clear filters`}</Button>
					</div>
				) : (
					<ul className={tileGrid}>
						{shown.map((card, index) => (
							<li key={card.id} className="min-w-0">
								<TemplateTile
									card={card}
									isChosen={props.chosen === card.id}
									isEager={index < 3}
									onUse={() => use(card)}
									onPreview={() => setPreviewed(card)}
								/>
							</li>
						))}
					</ul>
				)}
			</section>
			{previewed ? (
				<TemplatePreview card={previewed} onClose={() => setPreviewed(null)} onUse={() => use(previewed)} />
			) : null}
		</div>
	);
}
