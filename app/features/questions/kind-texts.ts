import { useLingui } from '@lingui/react/macro';
import type { QuestionKind } from '#shared/rules/questions.ts';

/** Labels of the kinds of questions. */
export function useKindTexts(): Record<QuestionKind, string> {
	const { t } = useLingui();
	return {
		text: t`Short text`,
		long_text: t`Long text`,
		number: t`Number`,
		single_choice: t`Single choice`,
		multiple_choice: t`Multiple choice`,
		date: t`Date`,
		phone: t`Phone number`,
		country: t`Country`,
		consent: t`Consent`,
		file: t`File`,
	};
}
