import { useQuery } from '@tanstack/react-query';
import { readTemplate } from '#app/features/events/read-template.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';

/** What a template brings; undefined until it has been read, and without one. @param template its id; empty: none */
export function useTemplatePlan(template: string): EventPlan | undefined {
	const { data } = useQuery({
		queryKey: ['template', template],
		queryFn: () => readTemplate(template),
		enabled: template !== '',
	});
	return data?.plan;
}
