import { useCallback, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { forgetDraft, isWorthStoring, storeDraft } from '#app/features/events/stored-draft.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import type { FormError } from '#app/ui/error-summary.tsx';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import type { Draft } from './use-draft.ts';

const loadTemplates = () => import('#app/features/events/with-template.ts');

/** Takes a template into the draft and out of it again; one that the address names is taken at once. */
export function useTemplate(
	{ form, draft, setDraft, isReady }: Draft,
	setErrors: (errors: FormError[]) => void,
) {
	const errorText = useErrorText();
	const [search, setSearch] = useSearchParams();
	const use = useCallback(
		async (card: TemplateCard) => {
			const { withTemplate } = await loadTemplates();
			// At once, so that what is selected below is the template's title and typing replaces it.
			flushSync(() => {
				setDraft((before) => {
					const next = withTemplate(before, card, new Date());
					storeDraft(next);
					return next;
				});
				setErrors([]);
			});
			const title = form.current?.elements.namedItem('title');
			if (!(title instanceof HTMLInputElement)) return;
			const proposed = title.value;
			// After a dialog that closes has given the focus back. Whoever has typed meanwhile is elsewhere already.
			requestAnimationFrame(() => {
				if (title.value !== proposed) return;
				title.focus({ preventScroll: true });
				title.select();
				title.scrollIntoView({ block: 'center' });
			});
		},
		[form, setDraft, setErrors],
	);

	// A link from elsewhere names the template in the address.
	const named = search.get('template');
	useEffect(() => {
		if (!isReady || !named) return;
		setSearch({}, { replace: true });
		import('#app/features/events/read-template.ts')
			.then(({ readTemplate }) => readTemplate(named))
			.then(use, (error: unknown) => setErrors([{ message: errorText(error) }]));
	}, [isReady, named, setSearch, use, setErrors, errorText]);

	async function leave() {
		const { withoutTemplate } = await loadTemplates();
		const next = withoutTemplate(draft);
		setDraft(next);
		if (isWorthStoring(next)) storeDraft(next);
		else forgetDraft();
		setErrors([]);
	}

	return { use, leave };
}
