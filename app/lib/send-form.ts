import { data } from 'react-router';

export function textsOf(form: FormData): Record<string, string> {
	return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

/**
 * Sends a form to the action of its route. When no answer comes, as without a network, the page stays with all that was typed.
 * @param unsent what the form shows then
 */
export async function sendForm<Answer, Unsent>(
	{ request, serverAction }: { request: Request; serverAction: () => Promise<Answer> },
	unsent: (values: Record<string, string>) => Unsent,
): Promise<Answer | ReturnType<typeof data<Unsent>>> {
	const values = textsOf(await request.clone().formData());
	try {
		return await serverAction();
	} catch (error) {
		// What `fetch` throws when it got no answer; redirects and refusals are thrown as something else.
		if (!(error instanceof TypeError)) throw error;
		// With the status of a failure the page is not read anew, which would fail as well.
		return data(unsent(values), { status: 503 });
	}
}
