-- The text of a meeting in passages of about 180 words, in order: its summary, then the turns of its speakers. A passage
-- has the location of its first line.
create or replace function private.meeting_passages(summary text, transcript jsonb)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_goal constant integer := 1100;
  v_max constant integer := 1400;
  v_block record;
  v_remaining_text text;
  v_part text;
  v_part_length integer;
  v_content text;
  v_location jsonb;
  v_passages jsonb := '[]';
begin
  for v_block in
    select blocks.content, blocks.turn
    from (
      select 0 as part, paragraphs.position, btrim(paragraphs.content) as content, null::jsonb as turn
      from regexp_split_to_table(coalesce(meeting_passages.summary, ''), E'\n\\s*\n') with ordinality
        as paragraphs (content, position)
      union all
      select 1, turns.position, concat_ws(': ', nullif(btrim(turns.turn ->> 'speaker_name'), ''), btrim(turns.turn ->> 'text')),
        turns.turn
      from jsonb_array_elements(meeting_passages.transcript) with ordinality as turns (turn, position)
      where btrim(coalesce(turns.turn ->> 'text', '')) <> ''
    ) as blocks
    where blocks.content <> ''
    order by blocks.part, blocks.position
  loop
    v_remaining_text := v_block.content;
    while v_remaining_text <> '' loop
      -- A long turn is cut after a sentence, or else between two words.
      v_part_length := case when char_length(v_remaining_text) <= v_max then char_length(v_remaining_text) else coalesce(
        nullif(char_length(substring(left(v_remaining_text, v_max) from '^(.*[.!?…])\s')), 0),
        nullif(char_length(substring(left(v_remaining_text, v_max) from '^(.*\S)\s')), 0), v_max) end;
      v_part := left(v_remaining_text, v_part_length);
      v_remaining_text := ltrim(substr(v_remaining_text, v_part_length + 1));
      if v_content is not null and (
        v_location ? 'heading' <> (v_block.turn is null) or char_length(v_content) >= v_goal
        or char_length(v_content) + char_length(v_part) > v_max)
      then
        v_passages := v_passages || jsonb_build_object('content', v_content, 'location', v_location);
        v_content := null;
      end if;
      if v_content is null then
        v_content := v_part;
        v_location := case when v_block.turn is null then '{"heading": "Summary"}' else
          jsonb_strip_nulls(jsonb_build_object(
            'speaker', nullif(btrim(v_block.turn ->> 'speaker_name'), ''),
            'at', private.clock_time((v_block.turn ->> 'offset_seconds')::integer))) end;
      else
        v_content := v_content || E'\n' || v_part;
      end if;
    end loop;
  end loop;
  if v_content is not null then
    v_passages := v_passages || jsonb_build_object('content', v_content, 'location', v_location);
  end if;
  return v_passages;
end;
$$;
comment on function private.meeting_passages(text, jsonb) is
  'Returns [{ content, location }] for private.publish_passages(); location is { heading } or { speaker, at }.';

create or replace function private.clock_time(seconds integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select format('%s:%s:%s', lpad((seconds / 3600)::text, greatest(2, char_length((seconds / 3600)::text)), '0'),
    lpad((seconds / 60 % 60)::text, 2, '0'), lpad((seconds % 60)::text, 2, '0'))
$$;
comment on function private.clock_time(integer) is 'Hours, minutes and seconds since the beginning of a recording.';
