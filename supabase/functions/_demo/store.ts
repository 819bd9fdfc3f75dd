/** Transcripts that arrive while the demo runs. They exist only in the memory of this process. */
import { AppError } from "../_domain/app-error.ts";
import type { DemoSession } from "../_domain/demo/contract.ts";
import { type DemoPassage, demoDataset } from "../_domain/demo/dataset.ts";
import { speakerTurns } from "../_files/documents/speaker-turns.ts";
import { splitBlocks } from "../_files/documents/split.ts";

const MAX_SESSIONS = 50;

interface Entry {
  session: DemoSession;
  passages: DemoPassage[];
}
let entries: Entry[] = [];

export interface Transcript {
  title: string;
  /** Absent if a recorder announced a recording that has no transcript here. */
  text?: string | undefined;
  projectId?: string | undefined;
  recordingId?: string | undefined;
}

/** Throws 404 for a project that the dataset lacks. Forgets the oldest session when there are too many. */
export function storeTranscript(transcript: Transcript, now: Date): DemoSession {
  const existing = entries.find(
    ({ session }) => transcript.recordingId && session.recording_id === transcript.recordingId,
  );
  if (existing) return existing.session;
  const project = projectOf(transcript, now);
  const sessionId = crypto.randomUUID();
  const passages =
    project && transcript.text
      ? passagesOf(transcript.title, transcript.text, project.id, sessionId, now)
      : [];
  const session: DemoSession = {
    session_id: sessionId,
    recording_id: transcript.recordingId ?? null,
    title: transcript.title,
    project,
    status: !transcript.text ? "without_text" : project ? "indexed" : "unassigned",
    passages: passages.length,
    received_at: now.toISOString(),
  };
  entries = [{ session, passages }, ...entries].slice(0, MAX_SESSIONS);
  return session;
}

/** The latest first. */
export const storedSessions = (): DemoSession[] => entries.map(({ session }) => session);

export const storedPassages = (): DemoPassage[] => entries.flatMap(({ passages }) => passages);

export function forgetSessions(): void {
  entries = [];
}

/** The project with the given id. Without an id, the project that the transcript mentions most often. */
function projectOf({ title, text = "", projectId }: Transcript, now: Date) {
  const projects = demoDataset(now).spine.projects.map(({ id, name, code }) => ({
    id,
    name,
    code,
  }));
  if (projectId !== undefined) {
    const project = projects.find(({ id }) => id === projectId.toLowerCase());
    if (!project) throw new AppError(404, "project_not_found", "There is no such project");
    return { id: project.id, name: project.name };
  }
  const transcript = `${title}\n${text}`.toLowerCase();
  const mentionsOf = (words: string | null) =>
    words ? transcript.split(words.toLowerCase()).length - 1 : 0;
  const [best] = projects
    .map(({ id, name, code }) => ({ id, name, times: mentionsOf(name) + mentionsOf(code) }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times);
  return best ? { id: best.id, name: best.name } : null;
}

function passagesOf(
  title: string,
  text: string,
  projectId: string,
  sessionId: string,
  now: Date,
): DemoPassage[] {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => ({ text: paragraph, location: {} }));
  return splitBlocks(speakerTurns(text, true) ?? paragraphs).map(({ content, location }) => ({
    passageId: crypto.randomUUID(),
    sourceId: sessionId,
    projectId,
    kind: "meeting" as const,
    title,
    content,
    location: { ...location },
    occurredAt: now.toISOString(),
  }));
}
