import { Link } from "@tanstack/react-router";
import { formatCount } from "../../format/numbers.ts";
import { countIn, type Rule, totalIn } from "./findings-view.ts";
import classes from "./rule-list.module.css";
import type { HealthSearch } from "./search-params.ts";

interface Props {
  rules: Rule[];
  search: HealthSearch;
}

/** The rules with their numbers of findings, to narrow the list to one. */
export function RuleList({ rules, search }: Props) {
  return (
    <nav aria-label="Rules" className={classes.rules}>
      <ul>
        <RuleLine label="All rules" code="" count={totalIn(rules, search.state)} search={search} />
        {rules.map((rule) => (
          <RuleLine
            key={rule.code}
            label={rule.title}
            code={rule.code}
            count={countIn(rule, search.state)}
            search={search}
          />
        ))}
      </ul>
    </nav>
  );
}

interface LineProps {
  label: string;
  code: string;
  count: number;
  search: HealthSearch;
}

function RuleLine({ label, code, count, search }: LineProps) {
  return (
    <li>
      <Link
        to="/health"
        search={{ ...search, code, open: "" }}
        replace
        resetScroll={false}
        className={classes.rule}
        activeOptions={{ exact: true }}
        data-open={search.code === code}
        data-none={count === 0}
      >
        <span>{label}</span>
        <span>{formatCount(count)}</span>
      </Link>
    </li>
  );
}
